import { relative } from 'node:path'

import { build } from 'esbuild'

/**
 * Bundles and minifies packages.
 *
 * @param folder The folder in which they are installed.
 * @returns The code that a page loads initially, without dynamically imported modules.
 */
export async function bundlePeer(packages: string[], folder: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: packages,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    logLevel: 'error',
    outdir: folder,
    write: false,
    metafile: true,
  })
  const entries = Object.keys(metafile.outputs).filter((path) => isEntry(path))
  const loaded = withImports(entries)
  return outputFiles
    .filter(({ path }) => loaded.has(relative(folder, path).replaceAll('\\', '/')))
    .map(({ text }) => text)
    .join('')

  function isEntry(path: string): boolean {
    // Dynamically imported modules have an entry point too.
    return packages.some((name) => metafile.outputs[path]!.entryPoint?.includes(`${name}/`))
  }

  function withImports(paths: string[], seen: Set<string> = new Set()): Set<string> {
    for (const path of paths.filter((path) => !seen.has(path))) {
      seen.add(path)
      const imports = metafile.outputs[path]!.imports.filter(
        ({ kind }) => kind === 'import-statement',
      )
      withImports(
        imports.map(({ path }) => path),
        seen,
      )
    }
    return seen
  }
}

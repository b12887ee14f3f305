import { relative } from 'node:path'

import { build } from 'esbuild'

/**
 * Bundles packages whole, minified.
 *
 * @param folder Where they are installed.
 * @returns What a page loads with them at once; what they load on demand is left out.
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
    // What is imported on demand has an entry point, too.
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

import { build, type BuildOptions } from 'esbuild'

export async function bundle(
  contents: string,
  resolveDir: string,
  options: BuildOptions,
): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    logLevel: 'error',
    write: false,
  })
  return outputFiles[0]!.text
}

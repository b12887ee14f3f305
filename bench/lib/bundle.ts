import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

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

export type Size = ReturnType<typeof measure>

/** Returns the bytes of a script: uncompressed, gzip -9 and brotli 11, without a source map comment. */
export function measure(script: string) {
  const bytes = Buffer.from(script.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, ''))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  }
}

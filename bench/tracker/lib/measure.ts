import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface Size {
  minified: number
  gzip: number
  brotli: number
}

/** Returns the bytes of a script: uncompressed, gzip -9 and brotli 11, without a source map comment. */
export function measure(script: string): Size {
  const bytes = Buffer.from(script.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, ''))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  }
}

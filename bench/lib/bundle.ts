import { brotliCompressSync, constants } from 'node:zlib'
import { fileURLToPath } from 'node:url'

import { build, type BuildOptions } from 'esbuild'

export async function bundle(contents: string, resolveDir: string, options: BuildOptions) {
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

/** Returns the bytes of a script: uncompressed and brotli 11, without a source map comment. */
export function measure(script: string) {
  const bytes = Buffer.from(script.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, ''))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    minified: bytes.length,
    brotli: brotliCompressSync(bytes, { params }).length,
  }
}

/** The function files that the adapters' READMEs show, by their name. The name starts with the folder of the adapter. */
export const SITE_FUNCTIONS = {
  vercel: `import { createFunction } from '@conversion-capi/vercel'
export default createFunction()`,
  netlify: `import { createFunction } from '@conversion-capi/netlify'
export default createFunction()
export const config = { path: '/functions/v1/conversion-capi' }`,
  deno: `import { createFunction } from '@conversion-capi/deno'
Deno.serve(createFunction())`,
  cloudflare: `import { createWorker } from '@conversion-capi/cloudflare'
export default createWorker()`,
  'cloudflare-queue': `import { conversionQueue, createWorker } from '@conversion-capi/cloudflare'
export default createWorker({ queue: conversionQueue('CONVERSIONS') })`,
}

/** Bundles and minifies a function file with the built packages, as hosts do. */
export function bundleFunction(name: keyof typeof SITE_FUNCTIONS): Promise<string> {
  const [host] = name.split('-')
  return bundle(SITE_FUNCTIONS[name], pathTo(`adapters/${host}`), {
    alias: {
      [`@conversion-capi/${host}`]: pathTo(`adapters/${host}/dist/index.js`),
      '@conversion-capi/core/protocol': pathTo('packages/core/dist/protocol.js'),
      '@conversion-capi/core': pathTo('packages/core/dist/index.js'),
    },
    format: 'esm',
    platform: 'neutral',
  })
}

function pathTo(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

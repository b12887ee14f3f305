import { fileURLToPath } from 'node:url'

import { bundle } from '../lib/bundle.ts'

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

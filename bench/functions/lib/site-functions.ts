import { fileURLToPath } from 'node:url'

import { bundle } from '../../lib/bundle.ts'

/** The function file of a site. `host` is the folder name of the adapter, and the default of the bundled file's name. */
interface SiteFunction {
  host: string
  name?: string
  source: string
}

/** The function files that the adapters' READMEs show. */
export const SITE_FUNCTIONS: SiteFunction[] = [
  {
    host: 'vercel',
    source: `import { createFunction } from '@conversion-capi/vercel'
export default createFunction()`,
  },
  {
    host: 'netlify',
    source: `import { createFunction } from '@conversion-capi/netlify'
export default createFunction()
export const config = { path: '/functions/v1/conversion-capi' }`,
  },
  {
    host: 'deno',
    source: `import { createFunction } from '@conversion-capi/deno'
Deno.serve(createFunction())`,
  },
  {
    host: 'cloudflare',
    source: `import { createWorker } from '@conversion-capi/cloudflare'
export default createWorker()`,
  },
  {
    host: 'cloudflare',
    name: 'cloudflare-queue',
    source: `import { conversionQueue, createWorker } from '@conversion-capi/cloudflare'
export default createWorker({ queue: conversionQueue('CONVERSIONS') })`,
  },
]

/** Bundles and minifies a function file with the built packages, as hosts do. */
export function bundleFunction({ host, source }: SiteFunction): Promise<string> {
  return bundle(source, pathTo(`adapters/${host}`), {
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
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}

/** What a site's own file says, host by host; the READMEs of the adapters have the same. */
export const OUR_FUNCTIONS: { host: string; source: string }[] = [
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
]

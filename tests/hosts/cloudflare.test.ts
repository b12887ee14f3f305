import { startProcess } from '@conversion-capi/test-support'

import { describeHost } from './lib/describe-host.ts'
import { wrangler } from './lib/wrangler.ts'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'

// `wrangler dev` runs workerd and serves the static assets as Cloudflare does.
describeHost({
  name: 'Cloudflare Workers',
  project: 'cloudflare',
  decidedByTheHost: {
    ...skippedIpTests('CF-Connecting-IP'),
    'rejects an endless body with 413 without reading it to the end':
      'wrangler dev closes the connection if the Worker responds before the body ends.',
  },
  start: startWrangler,
})

function startWrangler(site: string, env: Record<string, string>) {
  return startProcess(process.execPath, (port) => wrangler(port, env), { cwd: site })
}

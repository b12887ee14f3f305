import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { getPort } from '@conversion-capi/test-support'
import { startProcess } from '@conversion-capi/test-support'
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
  async start(site, env) {
    const port = await getPort()
    const variables = Object.entries(env).flatMap(([name, value]) => ['--var', `${name}:${value}`])
    const listen = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0']
    return startProcess(process.execPath, [findBin('wrangler'), 'dev', ...listen, ...variables], {
      cwd: site,
      env: {},
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

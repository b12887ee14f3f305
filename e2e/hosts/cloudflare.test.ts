import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { getPort, startProcess } from '@conversion-capi/testing'
import { writesAddress } from './lib/writes-address.ts'

// `wrangler dev` runs workerd, with the static assets as Cloudflare serves them.
describeHost({
  name: 'Cloudflare Workers',
  project: 'cloudflare',
  decidedByTheHost: {
    ...writesAddress('CF-Connecting-IP'),
    'rejects an endless body with 413 without reading it to the end':
      'wrangler dev cuts the connection when the Worker answers before the body has ended.',
  },
  async start(site, env) {
    const port = await getPort()
    const variables = Object.entries(env).flatMap(([name, value]) => ['--var', `${name}:${value}`])
    const address = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0']
    return startProcess(process.execPath, [findBin('wrangler'), 'dev', ...address, ...variables], {
      cwd: site,
      env: {},
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

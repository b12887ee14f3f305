import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { getPort, startProcess } from '@conversion-capi/testing'
import { writesAddress } from './lib/writes-address.ts'

describeHost({
  name: 'Netlify',
  project: 'netlify',
  // `netlify dev` gives files the types that it knows, and reads no `Content-Type` from `_headers`.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  decidedByTheHost: {
    ...writesAddress('X-Forwarded-For'),
    'rejects an endless body with 413 without reading it to the end':
      'netlify dev reads a body to its end before it calls the function.',
  },
  async start(site, env) {
    const port = await getPort()
    const offline = ['--offline', '--internal-disable-edge-functions', '--no-open']
    const address = ['--port', String(port), '--target-port', '0']
    const args = [findBin('netlify-cli', 'netlify'), 'dev', ...offline, ...address]
    return startProcess(process.execPath, args, {
      cwd: site,
      env,
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

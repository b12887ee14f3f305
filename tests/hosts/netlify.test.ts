import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { getPort } from '@conversion-capi/test-support'
import { startProcess } from '@conversion-capi/test-support'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'

describeHost({
  name: 'Netlify',
  project: 'netlify',
  // Netlify's runtime reads the context of the deploy from this header. For functions, `netlify dev` does not set it.
  preview: {
    signal: 'context.deploy.context is "deploy-preview"',
    headers: { 'x-nf-deploy-context': 'deploy-preview' },
  },
  // `netlify dev` guesses content types from extensions, and ignores `Content-Type` in `_headers`.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  decidedByTheHost: {
    ...skippedIpTests('X-Forwarded-For'),
    'rejects an endless body with 413 without reading it to the end':
      'netlify dev reads the whole body before it calls the function.',
  },
  async start(site, env) {
    const port = await getPort()
    const offline = ['--offline', '--internal-disable-edge-functions', '--no-open']
    const listen = ['--port', String(port), '--target-port', '0']
    const args = [findBin('netlify-cli', 'netlify'), 'dev', ...offline, ...listen]
    return startProcess(process.execPath, args, {
      cwd: site,
      env,
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

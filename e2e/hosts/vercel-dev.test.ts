import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import { getPort, startProcess } from '@conversion-capi/testing'
import { writesAddress } from './lib/writes-address.ts'

const NO_CHUNKS = 'vercel dev answers 500 to a body that is sent in chunks.'

describeHost({
  name: 'Vercel, vercel dev',
  project: 'vercel',
  // `vercel dev` gives files the types that it knows, and reads no `Content-Type` from vercel.json.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  takesNoChunks: true,
  decidedByTheHost: {
    ...writesAddress('X-Real-IP'),
    'rejects an endless body with 413 without reading it to the end': NO_CHUNKS,
    'forwards nothing if the request body breaks off, and handles the next request': NO_CHUNKS,
  },
  async start(site, env) {
    const port = await getPort()
    const args = ['dev', '--local', '--yes', '--listen', `127.0.0.1:${port}`]
    return startProcess(process.execPath, [findBin('vercel'), ...args], {
      cwd: site,
      env,
      origin: `http://127.0.0.1:${port}`,
    })
  },
})

import { join } from 'node:path'

import { startProcess } from '@conversion-capi/test-support'

import { describeHost } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import type { Running } from './lib/runtime.ts'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'

const NO_CHUNKS = 'vercel dev responds with 500 to a chunked request body.'

describeHost({
  name: 'Vercel, vercel dev',
  project: 'vercel',
  // `vercel dev` guesses content types from extensions, and ignores `Content-Type` in vercel.json.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  takesNoChunks: true,
  decidedByTheHost: {
    ...skippedIpTests('X-Real-IP'),
    'rejects an endless body with 413 without reading it to the end': NO_CHUNKS,
    'forwards nothing if the request body breaks off, and handles the next request': NO_CHUNKS,
  },
  preview: { signal: 'VERCEL_ENV is "preview"', env: { VERCEL_ENV: 'preview' } },
  start: startVercelDev,
})

function startVercelDev(site: string, env: Record<string, string>): Promise<Running> {
  const command = [findBin('vercel'), 'dev', '--local', '--yes', '--listen']
  return startProcess(process.execPath, (port) => [...command, `127.0.0.1:${port}`], {
    cwd: site,
    // `vercel dev` starts a process for each request.
    env: { ...env, NODE_COMPILE_CACHE: join(site, '.vercel/compile-cache') },
  })
}

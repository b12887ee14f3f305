import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describeConformance } from '@conversion-capi/conformance'
import { getPort } from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe } from 'vitest'

import { copyProject, describeHost, overHttpUnchunked } from './lib/describe-host.ts'
import { findBin } from './lib/find-bin.ts'
import type { Running } from './lib/runtime.ts'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'
import { startProcess } from '@conversion-capi/test-support'

const NO_CHUNKS = 'vercel dev responds with 500 to a chunked request body.'
const SKIPPED = {
  ...skippedIpTests('X-Real-IP'),
  'rejects an endless body with 413 without reading it to the end': NO_CHUNKS,
  'forwards nothing if the request body breaks off, and handles the next request': NO_CHUNKS,
}

describeHost({
  name: 'Vercel, vercel dev',
  project: 'vercel',
  // `vercel dev` guesses content types from extensions, and ignores `Content-Type` in vercel.json.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  takesNoChunks: true,
  decidedByTheHost: SKIPPED,
  preview: { signal: 'VERCEL_ENV is "preview"', env: { VERCEL_ENV: 'preview' } },
  start: startVercelDev,
})

const NODE_FUNCTION = `import { createFunction } from '@conversion-capi/vercel/node'

export default createFunction()
`

describe('Vercel, vercel dev, with the Node signature', () => {
  let folder: string

  beforeAll(async () => {
    folder = await copyProject('vercel')
    await writeFile(join(folder, 'api/conversion-capi.ts'), NODE_FUNCTION)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  describeConformance(
    'Vercel, vercel dev, with the Node signature',
    async (env) => {
      const { origin, close } = await startVercelDev(folder, env)
      return { handle: overHttpUnchunked(origin), close }
    },
    { decidedByTheHost: SKIPPED },
  )
})

async function startVercelDev(site: string, env: Record<string, string>): Promise<Running> {
  const port = await getPort()
  const args = ['dev', '--local', '--yes', '--listen', `127.0.0.1:${port}`]
  return startProcess(process.execPath, [findBin('vercel'), ...args], {
    cwd: site,
    env,
    origin: `http://127.0.0.1:${port}`,
  })
}

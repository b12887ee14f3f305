import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import {
  LONG_TIMEOUTS,
  serveFetch,
  startProcess,
  type TestServer,
} from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { copyProject, describeHost } from './lib/describe-host.ts'
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

const NODE_FUNCTION = `import { createFunction } from '@conversion-capi/vercel/node'

export default createFunction()
`

// Of the Node signature, `vercel dev` decides only how the body is read. Unit tests run the conformance suite.
describe('Vercel, vercel dev, with the Node signature', () => {
  const emulator = createEmulator()
  const folder = useFolder()
  let upstream: TestServer
  let running: Running

  beforeAll(async () => {
    await copyProject('vercel', folder.path)
    await writeFile(join(folder.path, 'api/conversion-capi.ts'), NODE_FUNCTION)
    upstream = await serveFetch(emulator.fetch)
    running = await startVercelDev(folder.path, {
      META_PIXEL_ID: '1234567890',
      META_ACCESS_TOKEN: 'emulator-access-token',
      META_GRAPH_URL: upstream.url,
      ...LONG_TIMEOUTS,
    })
  })

  afterAll(async () => {
    await running?.close()
    await upstream?.close()
  })

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''])(
    'forwards an event whose Content-Type is "%s"',
    async (type) => {
      emulator.clear()
      const event = { event_name: 'Lead', event_id: 'é', user_data: { external_id: '1' } }
      expect(await post(JSON.stringify(event), type)).toMatchObject([200, { ok: true }])
      expect(emulator.events()).toMatchObject([{ event_id: 'é' }])
    },
  )

  it.each(['{', '[]', ''])('rejects the body %j', async (body) => {
    const error = body === '[]' ? 'Invalid event_name' : 'Invalid JSON'
    expect(await post(body, 'application/json')).toEqual([400, { error }])
  })

  async function post(body: string, type: string): Promise<[status: number, body: unknown]> {
    const response = await fetch(running.origin + CONVERSION_PATH, {
      method: 'POST',
      headers: type ? { 'Content-Type': type } : {},
      // As bytes, because fetch adds the Content-Type of a string.
      body: new TextEncoder().encode(body),
    })
    return [response.status, await response.json()]
  }
})

function startVercelDev(site: string, env: Record<string, string>): Promise<Running> {
  const command = [findBin('vercel'), 'dev', '--local', '--yes', '--listen']
  return startProcess(process.execPath, (port) => [...command, `127.0.0.1:${port}`], {
    cwd: site,
    // `vercel dev` starts a process for each request.
    env: { ...env, NODE_COMPILE_CACHE: join(site, '.vercel/compile-cache') },
  })
}

import { createHandler } from '@conversion-capi/core'
import { createEmulator } from '@conversion-capi/emulator'
import { serve } from '@conversion-capi/node'
import { describe, expect, it, onTestFinished } from 'vitest'

import { config, writeProject } from '../project/write-project.fixture.ts'
import { CONFIG } from './deploy-project.fixture.ts'
import { probeSite } from './probe-site.ts'

describe('no valid event', () => {
  interface Recorded {
    method: string
    body: string
  }

  /** Serves only the endpoint, and records every request to it. */
  async function startEndpoint(respond: (recorded: Recorded) => Response) {
    const recorded: Recorded[] = []
    const server = await serve({
      port: 0,
      hostname: '127.0.0.1',
      signals: false,
      config: CONFIG,
      site: async (request) => {
        if (!request.url.includes('/endpoint')) return new Response('', { status: 404 })
        const each = { method: request.method, body: await request.text() }
        recorded.push(each)
        return respond(each)
      },
    })
    onTestFinished(() => server.close())
    const dir = await writeProject({
      'school.config.ts': config({ endpoint: 'https://endpoint.example/endpoint' }),
    })
    // The endpoint of a school must be https.
    const fetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(String(input).replace('https://endpoint.example', server.url), init)
    const findings = await probeSite({ origin: server.url, dir, fetch })
    return { recorded, findings }
  }

  const CORS = { 'Access-Control-Allow-Origin': '*' }

  /** Responds like the proxy to everything but POST. */
  function preflightOrReject({ method }: Recorded): Response | undefined {
    if (method === 'GET') {
      return Response.json({ error: 'Method not allowed' }, { status: 405, headers: CORS })
    }
    if (method !== 'OPTIONS') return undefined
    const headers = {
      ...CORS,
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
    }
    return new Response(null, { status: 204, headers })
  }

  it('posts nothing to a server that accepts everything', async () => {
    const { recorded, findings } = await startEndpoint(() => Response.json({ ok: true }))
    expect(recorded).toEqual([{ method: 'OPTIONS', body: '' }])
    const codes = findings.map(({ code }) => code)
    expect(codes).toContain('endpoint-unexpected')
    expect(codes).toContain('endpoint-stopped')
  })

  it.each([0, 1, 2, 3])(
    'stops after the first POST that a server accepts, after %i that it rejects',
    async (rejected) => {
      const errors = ['Invalid JSON', 'Invalid event_name', 'Invalid event_name']
      let posts = 0
      const { recorded, findings } = await startEndpoint((request) => {
        const response = preflightOrReject(request)
        if (response) return response
        posts += 1
        return posts > rejected
          ? Response.json({ ok: true, upstream: {} }, { headers: CORS })
          : Response.json({ error: errors[posts - 1] }, { status: 400, headers: CORS })
      })
      expect(recorded.filter(({ method }) => method === 'POST')).toHaveLength(rejected + 1)
      expect(findings.map(({ code }) => code)).toContain('endpoint-stopped')
    },
  )

  it('sends only bodies that the proxy rejects before it reads its configuration', async () => {
    const errors = ['Invalid JSON', 'Invalid event_name', 'Invalid event_name', 'Invalid event_id']
    let posts = 0
    const { recorded } = await startEndpoint((request) => {
      const response = preflightOrReject(request)
      if (response) return response
      posts += 1
      return Response.json({ error: errors[posts - 1] }, { status: 400, headers: CORS })
    })
    const bodies = recorded.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies).toHaveLength(5)

    const emulator = createEmulator()
    const handle = createHandler({ config: CONFIG, fetch: emulator.fetch })
    for (const body of bodies) {
      const request = new Request('https://nord.example/', { method: 'POST', body })
      expect([400, 413]).toContain((await handle(request)).status)
    }
    expect(emulator.events()).toEqual([])
    expect(emulator.rejections()).toEqual([])
  })
})

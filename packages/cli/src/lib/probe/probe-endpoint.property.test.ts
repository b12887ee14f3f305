import { createHandler } from '@conversion-capi/core'
import { REJECTIONS } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { probeEndpoint } from './probe-endpoint.ts'

const ORIGIN = 'https://nord.example'
const ENDPOINT = `${ORIGIN}/functions/v1/conversion-capi`

function target(fetch: typeof globalThis.fetch) {
  return { client: { fetch, timeoutMs: 1000 }, endpoint: ENDPOINT, origin: ORIGIN }
}

const forwarded: unknown[] = []
/** A configured proxy that records what it would forward. */
const proxy = createHandler({
  config: { pixelId: '1234567890', accessToken: 'token' },
  fetch: async (_, init) => {
    forwarded.push(init?.body)
    return Response.json({ events_received: 1 })
  },
})

const header = fc.constantFrom('*', ORIGIN, 'POST, OPTIONS', '')
const anyResponse = fc
  .record({
    status: fc.constantFrom(200, 200, 204, 301, 400, 403, 404, 405, 413, 500),
    error: fc.oneof(fc.constantFrom(...Object.keys(REJECTIONS)), fc.string()),
    origin: header,
    isText: fc.boolean(),
  })
  .map(({ status, error, origin, isText }) => {
    const headers = { 'Access-Control-Allow-Origin': origin }
    const body = status === 204 ? null : isText ? error : JSON.stringify({ ok: true, error })
    return new Response(body, { status, headers })
  })

/** Responds like the proxy a number of times, then as it likes. */
const behavior = fc.record({
  honest: fc.nat({ max: 8 }),
  rest: fc.array(fc.oneof(anyResponse, fc.constant(undefined)), { maxLength: 8 }),
})

it('posts nothing to a server that accepts everything', async () => {
  const methods: unknown[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    methods.push(init?.method)
    return Response.json({ ok: true })
  }
  const findings = await probeEndpoint(target(fetch))
  expect(methods).toEqual(['OPTIONS'])
  expect(findings).toMatchObject([{ code: 'endpoint-unexpected' }, { code: 'endpoint-stopped' }])
})

it('names the target of a redirect, and the matcher of a middleware', async () => {
  const redirect = Response.redirect('https://school.example/en/functions', 307)
  const [problem] = await probeEndpoint(target(async () => redirect))
  expect(problem!.message).toContain('307 "to https://school.example/en/functions"')
  expect(problem!.fix).toContain('matcher')
})

it('sends only requests that the proxy rejects, whatever the responses are', async () => {
  await fc.assert(
    fc.asyncProperty(behavior, async ({ honest, rest }) => {
      const sent: Request[] = []
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const request = new Request(input, init)
        sent.push(request.clone())
        if (sent.length <= honest) return proxy(request)
        const response = rest[sent.length - honest - 1]
        if (response === undefined) throw new TypeError('fetch failed')
        return response.clone()
      }
      const codes = (await probeEndpoint(target(fetch))).map(({ code }) => code)

      for (const request of sent) {
        expect((await proxy(request)).status).not.toBe(200)
      }
      expect(forwarded).toEqual([])
      // One request for each response that was verified, and the one after it.
      const verified = codes.filter((code) => code === 'endpoint-verified').length
      expect(sent.length).toBeLessThanOrEqual(verified + 1)
      const isStopped = codes.some((code) =>
        /-(?:unexpected|header|origin|unreachable)$/.test(code!),
      )
      expect(codes.includes('endpoint-stopped')).toBe(isStopped)
    }),
    { numRuns: 300 },
  )
})

import { renderResources } from '@conversion-capi/content'
import { createHandler, type Config } from '@conversion-capi/core'
import { REJECTIONS } from '@conversion-capi/core/protocol'
import school from 'example-school-site/school'
import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { arbitraryOf } from './arbitrary-of.ts'

const file = renderResources(school).find(({ path }) => path === '/openapi.json')!
const document = JSON.parse(file.body)
const [url] = document.servers.flatMap((server: any) =>
  Object.keys(document.paths).map((path) => server.url + path),
)
const { post, options } = Object.values<any>(document.paths)[0]
const request = document.components.schemas.EventRequest
const userData = request.properties.user_data

const CONFIG: Config = { pixelId: '1', accessToken: 'token', retries: 0 }

describe('openapi.json', () => {
  it('accepts only bodies that the proxy forwards unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOf(request), async (body) => {
        const { response, forwarded } = await send(body)
        const sent = JSON.parse(JSON.stringify(body))
        expect(response).toEqual([200, { ok: true, upstream: {} }])
        expect(forwarded).toEqual({
          user_data: {},
          ...sent,
          event_time: 1_800_000_000,
          action_source: 'website',
        })
      }),
    )
  })

  it('documents the rejection of a body without a valid required field', async () => {
    const broken = (key: string) =>
      fc
        .option(jsonValue(), { nil: undefined })
        .filter((value) => !isAllowed(request.properties[key], value))
        .map((value) => ({ [key]: value }))
    const rejection = fc.oneof(
      fc.tuple(broken('event_name'), fc.constant('Invalid event_name')),
      fc.tuple(broken('event_id'), fc.constant('Invalid event_id')),
    )
    await fc.assert(
      fc.asyncProperty(arbitraryOf(request), rejection, async (body, [change, reason]) => {
        const { response, forwarded } = await send({ ...(body as object), ...change })
        expect(response).toEqual([400, { error: reason }])
        expect(bodiesOf(post.responses[400])).toContainEqual({ error: reason })
        expect(forwarded).toBeUndefined()
      }),
    )
  })

  it('describes correctly that malformed optional fields and unlisted fields are dropped', async () => {
    const optional = Object.keys(request.properties).filter(
      (key) => !request.required.includes(key),
    )
    const malformed = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...optional, 'event_time', 'other'),
        malformed,
        async (key, value) => {
          const { response, forwarded } = await send({ ...minimal(), [key]: value })
          expect(response[0]).toBe(200)
          expect(forwarded).toEqual({
            ...minimal(),
            user_data: {},
            event_time: 1_800_000_000,
            action_source: 'website',
          })
        },
      ),
    )
  })

  it.each(Object.keys(userData.properties))('describes user_data.%s correctly', async (key) => {
    const { maxItems } = userData.properties[key].anyOf?.at(-1) ?? {}
    const isCookie = userData.properties[key].pattern && !maxItems
    const one = maxItems ? 'a'.repeat(64) : isCookie ? 'fb.1.1795170995788.1' : 'one'
    const { forwarded } = await send({ ...minimal(), user_data: { [key]: one, other: 'x' } })
    expect(forwarded.user_data).toEqual({ [key]: one })

    const list = Array.from({ length: (maxItems ?? 1) + 1 }, () => one)
    const { user_data } = (await send({ ...minimal(), user_data: { [key]: list } })).forwarded
    expect(user_data).toEqual(maxItems ? { [key]: list.slice(1) } : {})
  })

  it('describes the length of event_id correctly', async () => {
    const { minLength, maxLength } = request.properties.event_id
    const statuses = [minLength - 1, minLength, maxLength, maxLength + 1].map(async (length) => {
      const { response } = await send({ ...minimal(), event_id: 'x'.repeat(length) })
      return response[0]
    })
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400])
  })

  it('describes the maximum body size correctly', async () => {
    expect(post.responses[413].description).toContain('256 KiB')
    const body = JSON.stringify(minimal())
    const largest = body + ' '.repeat(256 * 1024 - body.length)
    expect((await call({ body: largest })).status).toBe(200)
    expect((await call({ body: `${largest} ` })).status).toBe(413)
  })

  it('has examples that the proxy accepts', async () => {
    for (const { value } of Object.values<any>(
      post.requestBody.content['application/json'].examples,
    )) {
      expect((await send(value)).forwarded).toMatchObject(value)
    }
  })

  const documented = [...responsesOf('POST', post), ...responsesOf('OPTIONS', options)]

  it.each(documented)(
    'documents the response of the proxy: $method $status $name',
    async ({ method, status, name, value, headers }) => {
      const response = await CAUSES[`${method} ${name}`]!(value)
      const text = await response.text()
      expect(response.status).toBe(status)
      expect(text && JSON.parse(text)).toEqual(value)
      expect(headersOf(response)).toEqual(headers)
    },
  )

  it('documents every rejection', () => {
    const rejections = documented.filter(({ value }) => value.error in REJECTIONS)
    expect(
      Object.fromEntries(rejections.map(({ value, status }) => [value.error, status])),
    ).toEqual(REJECTIONS)
  })

  it('documents exactly the responses that these tests cover', () => {
    const names = documented.map(({ method, name }) => `${method} ${name}`)
    expect(names.sort()).toEqual(Object.keys(CAUSES).sort())
  })
})

/** Causes each documented response. */
const CAUSES: Record<string, (example: any) => Promise<Response>> = {
  'POST Accepted': ({ upstream: body }) => call({}, { upstream: () => Response.json(body) }),
  'POST UpstreamError': ({ upstream: body, status }) =>
    call({}, { upstream: () => Response.json(body, { status }) }),
  'POST UpstreamUnreachable': () => call({}, { upstream: unreachable }),
  'POST Invalid_JSON': () => call({ body: '{' }),
  'POST Invalid_event_name': () => call({ body: '[]' }),
  'POST Invalid_event_id': () => call({ body: JSON.stringify({ event_name: 'Lead' }) }),
  'POST Origin_not_allowed': () => callFromElsewhere('POST'),
  'POST Method_not_allowed': () => call({ method: 'GET' }),
  'POST Payload_too_large': () => call({ body: ' '.repeat(256 * 1024 + 1) }),
  'POST Server_not_configured': () => call({}, { config: undefined }),
  'OPTIONS none': () => call({ method: 'OPTIONS' }),
  'OPTIONS Origin_not_allowed': () => callFromElsewhere('OPTIONS'),
}

function responsesOf(method: string, operation: any): any[] {
  return Object.entries<any>(operation.responses).flatMap(([status, { content, headers }]) => {
    const examples = content?.['application/json'].examples ?? { none: { value: '' } }
    const names = Object.keys(headers).map((name) => [
      name.toLowerCase(),
      document.components.headers[name].example,
    ])
    return Object.entries<any>(examples).map(([name, { value }]) => {
      return { method, status: Number(status), name, value, headers: Object.fromEntries(names) }
    })
  })
}

function bodiesOf(response: any): unknown[] {
  return Object.values<any>(response.content['application/json'].examples).map(({ value }) => value)
}

/** Returns the headers except Content-Type, which OpenAPI describes elsewhere, and Vary. */
function headersOf(response: Response): Record<string, string> {
  const { 'content-type': _, vary: __, ...headers } = Object.fromEntries(response.headers)
  return headers
}

function isAllowed(schema: any, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value)
  return (
    typeof value === 'string' &&
    value.length >= schema.minLength &&
    value.length <= schema.maxLength
  )
}

function minimal() {
  return { event_name: 'Lead', event_id: '1' }
}

/** Posts a body. Upstream accepts every event. */
async function send(body: unknown): Promise<{ response: [number, any]; forwarded: any }> {
  let forwarded: unknown
  const upstream = (sent: string): Response => {
    forwarded = JSON.parse(sent).data[0]
    return Response.json({})
  }
  const result = await call({ body: JSON.stringify(body) }, { upstream })
  return { response: [result.status, await result.json()], forwarded }
}

function callFromElsewhere(method: string): Promise<Response> {
  const config = { ...CONFIG, allowedOrigins: [school.url] }
  return call({ method, headers: { Origin: 'https://elsewhere.example' } }, { config })
}

function unreachable(): never {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
}

interface Proxy {
  config?: Config | undefined
  /** Responds as upstream. */
  upstream?: (body: string) => Response
}

function call(init: RequestInit, proxy: Proxy = {}): Promise<Response> {
  const { config, upstream } = { config: CONFIG, upstream: () => Response.json({}), ...proxy }
  const handle = createHandler({
    config,
    now: () => 1_800_000_000_000,
    fetch: async (_, sent) => upstream(sent!.body as string),
  })
  const { method = 'POST' } = init
  const body = method === 'POST' ? JSON.stringify(minimal()) : null
  return handle(new Request(url, { method, body, ...init }))
}

import { renderResources } from '@conversion-capi/content'
import { createHandler, type Config } from '@conversion-capi/core'
import { REJECTIONS } from '@conversion-capi/core/protocol'
import school from 'example-school-site/school'
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
  it('lets in only what the proxy forwards, and as it is', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOf(request), async (body) => {
        const { answer, forwarded } = await send(body)
        const sent = JSON.parse(JSON.stringify(body))
        expect(answer).toEqual([200, { ok: true, upstream: {} }])
        expect(forwarded).toEqual({
          user_data: {},
          ...sent,
          event_time: 1_800_000_000,
          action_source: 'website',
        })
      }),
    )
  })

  it('knows the refusal of each body without what it requires', async () => {
    const broken = (key: string) =>
      fc
        .option(fc.jsonValue(), { nil: undefined })
        .filter((value) => !isAllowed(request.properties[key], value))
        .map((value) => ({ [key]: value }))
    const refusal = fc.oneof(
      fc.tuple(broken('event_name'), fc.constant('Invalid event_name')),
      fc.tuple(broken('event_id'), fc.constant('Invalid event_id')),
    )
    await fc.assert(
      fc.asyncProperty(arbitraryOf(request), refusal, async (body, [change, reason]) => {
        const { answer, forwarded } = await send({ ...(body as object), ...change })
        expect(answer).toEqual([400, { error: reason }])
        expect(bodiesOf(post.responses[400])).toContainEqual({ error: reason })
        expect(forwarded).toBeUndefined()
      }),
    )
  })

  it.each(request.required as string[])('requires %s, as the proxy does', async (key) => {
    const { [key]: _, ...body } = post.requestBody.content['application/json'].examples.Lead.value
    expect((await send(body)).answer).toEqual([400, { error: `Invalid ${key}` }])
  })

  it('is right that a malformed optional field is left out, and one it does not list too', async () => {
    const optional = Object.keys(request.properties).filter(
      (key) => !request.required.includes(key),
    )
    const malformed = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...optional, 'event_time', 'other'),
        malformed,
        async (key, value) => {
          const { answer, forwarded } = await send({ ...minimal(), [key]: value })
          expect(answer[0]).toBe(200)
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

  it.each(Object.keys(userData.properties))('is right about user_data.%s', async (key) => {
    const { maxItems } = userData.properties[key].anyOf?.at(-1) ?? {}
    const one = maxItems ? 'a'.repeat(64) : 'one'
    const { forwarded } = await send({ ...minimal(), user_data: { [key]: one, other: 'x' } })
    expect(forwarded.user_data).toEqual({ [key]: one })

    const list = Array.from({ length: (maxItems ?? 1) + 1 }, () => one)
    const { user_data } = (await send({ ...minimal(), user_data: { [key]: list } })).forwarded
    expect(user_data).toEqual(maxItems ? { [key]: list.slice(1) } : {})
  })

  it('is right about the length of an event_id', async () => {
    const { minLength, maxLength } = request.properties.event_id
    const statuses = [minLength - 1, minLength, maxLength, maxLength + 1].map(async (length) => {
      const { answer } = await send({ ...minimal(), event_id: 'x'.repeat(length) })
      return answer[0]
    })
    expect(await Promise.all(statuses)).toEqual([400, 200, 200, 400])
  })

  it('is right about the largest body', async () => {
    expect(post.responses[413].description).toContain('256 KiB')
    const body = JSON.stringify(minimal())
    const largest = body + ' '.repeat(256 * 1024 - body.length)
    expect((await call({ body: largest })).status).toBe(200)
    expect((await call({ body: `${largest} ` })).status).toBe(413)
  })

  it('shows an example that the proxy accepts', async () => {
    for (const { value } of Object.values<any>(
      post.requestBody.content['application/json'].examples,
    )) {
      expect((await send(value)).forwarded).toMatchObject(value)
    }
  })

  const answers = [...answersOf('POST', post), ...answersOf('OPTIONS', options)]

  it.each(answers)('shows what the proxy answers: $method $status $name', async (answer) => {
    const { method, status, name, value, headers } = answer
    const response = await SCENARIOS[`${method} ${name}`]!(value)
    const text = await response.text()
    expect(response.status).toBe(status)
    expect(text && JSON.parse(text)).toEqual(value)
    expect(headersOf(response)).toEqual(headers)
  })

  it('shows every refusal', () => {
    const shown = answers.filter(({ value }) => value.error in REJECTIONS)
    expect(Object.fromEntries(shown.map(({ value, status }) => [value.error, status]))).toEqual(
      REJECTIONS,
    )
  })

  it('shows no answer that has no scenario here, and none is left out', () => {
    const names = answers.map(({ method, name }) => `${method} ${name}`)
    expect(names.sort()).toEqual(Object.keys(SCENARIOS).sort())
  })
})

/** What leads to each answer of the document. */
const SCENARIOS: Record<string, (example: any) => Promise<Response>> = {
  'POST Accepted': ({ upstream }) => call({}, { platform: () => Response.json(upstream) }),
  'POST UpstreamError': ({ upstream, status }) =>
    call({}, { platform: () => Response.json(upstream, { status }) }),
  'POST UpstreamUnreachable': () => call({}, { platform: unreachable }),
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

function answersOf(method: string, operation: any): any[] {
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

/** But for those that OpenAPI says elsewhere, or that tell caches of an allow-list. */
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

/** Sends a body; the platform takes whatever comes. */
async function send(body: unknown): Promise<{ answer: [number, any]; forwarded: any }> {
  let forwarded: unknown
  const platform = (sent: string): Response => {
    forwarded = JSON.parse(sent).data[0]
    return Response.json({})
  }
  const response = await call({ body: JSON.stringify(body) }, { platform })
  return { answer: [response.status, await response.json()], forwarded }
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
  /** Answers in the platform's place. */
  platform?: (body: string) => Response
}

function call(init: RequestInit, proxy: Proxy = {}): Promise<Response> {
  const { config, platform } = { config: CONFIG, platform: () => Response.json({}), ...proxy }
  const handle = createHandler({
    config,
    now: () => 1_800_000_000_000,
    fetch: async (_, sent) => platform(sent!.body as string),
  })
  const { method = 'POST' } = init
  const body = method === 'POST' ? JSON.stringify(minimal()) : null
  return handle(new Request(url, { method, body, ...init }))
}

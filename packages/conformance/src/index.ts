/**
 * The specification's rules as one suite that every host runs. For this workspace only: it needs Node and
 * vitest, and is not published.
 *
 * @module
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { CONVERSION_PATH, EVENT_NAMES, MAX_EVENT_ID_LENGTH } from '@conversion-capi/core/protocol'

/** A running proxy: a function in this process, or one that sends the request over HTTP. */
export interface Host {
  handle: (request: Request) => Promise<Response>
  close?: () => Promise<void>
}

/** Sends the suite's requests to a proxy that is served at this origin. */
export function overHttp(origin: string): Host['handle'] {
  return async function handle({ method, headers, body }) {
    const init = { method, headers, body, duplex: 'half' }
    return fetch(origin + CONVERSION_PATH, init as RequestInit)
  }
}

const PIXEL_ID = '770000000000077'
const ACCESS_TOKEN = 'EAAConformance0123456789Token'
const EMAIL_HASH = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'
const MOST_A_CLIENT_SENDS = 64 * 1024 * 1024
const EVENT = { event_name: 'Lead', event_id: 'accept' }

export interface ConformanceOptions {
  /** What the host does before the proxy is asked: the title of each such test, and why it is left out. */
  decidedByTheHost?: Readonly<Record<string, string>>
}

/**
 * Declares the suite for one host.
 *
 * @param name What the report calls it.
 * @param start Starts the proxy with these environment variables. Called a few times, because what is
 *   configured is part of the rules.
 */
export function describeConformance(
  name: string,
  start: (env: Record<string, string>) => Host | Promise<Host>,
  { decidedByTheHost = {} }: ConformanceOptions = {},
): void {
  describe(`${name} conforms to the specification`, () => {
    const leftOut = new Set<string>()
    let platform: ScriptedUpstream
    let env: Record<string, string>
    let host: Host
    const started = new Map<string, Promise<Host>>()

    beforeAll(async () => {
      platform = await startScriptedUpstream()
      env = {
        META_PIXEL_ID: PIXEL_ID,
        META_ACCESS_TOKEN: ACCESS_TOKEN,
        META_GRAPH_URL: platform.url,
        META_TIMEOUT_MS: '300',
        META_DEADLINE_MS: '1500',
        META_RETRY_DELAY_MS: '1',
      }
      host = await startWith(env)
    })

    beforeEach(({ task, skip }) => {
      const reason = decidedByTheHost[task.name]
      if (reason === undefined) return
      leftOut.add(task.name)
      skip(`The host decides: ${reason}`)
    })

    afterAll(() => {
      expect([...leftOut].sort()).toEqual(Object.keys(decidedByTheHost).sort())
    })

    afterAll(async () => {
      await Promise.all([...started.values()].map(async (host) => (await host).close?.()))
      await platform.close()
    })

    /** One for each configuration: some hosts take seconds to start. */
    async function startWith(variables: Record<string, string>): Promise<Host> {
      const key = JSON.stringify(variables)
      const host = started.get(key) ?? Promise.resolve(start(variables))
      started.set(key, host)
      return host
    }

    async function post(body: unknown, headers: Record<string, string> = {}, to = host) {
      const response = await to.handle(
        new Request(`http://school.example${CONVERSION_PATH}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
      const text = await response.text()
      expect(text).not.toContain(ACCESS_TOKEN)
      return { status: response.status, headers: response.headers, body: JSON.parse(text) }
    }

    /** Sends an event, and gives back what the platform got. */
    async function relay(event: object, headers: Record<string, string> = {}) {
      const eventId = `accept:${crypto.randomUUID()}`
      const answer = await post({ ...EVENT, event_id: eventId, ...event }, headers)
      expect(answer.body).toMatchObject({ ok: true })
      const [request] = platform.received(eventId)
      return { ...request!, event: request!.body.data[0] }
    }

    function streamed(body: ReadableStream): Request {
      const init = { method: 'POST', body, duplex: 'half' }
      return new Request(`http://school.example${CONVERSION_PATH}`, init as RequestInit)
    }

    async function refused(body: unknown, to = host) {
      const { status, body: answer } = await post(body, {}, to)
      return [status, answer]
    }

    function uniqueId(script: string): string {
      return `${script}:${crypto.randomUUID()}`
    }

    describe('1 and 9: what the platform is sent', () => {
      it('posts to {graph_url}/v18.0/{pixel_id}/events', async () => {
        const request = await relay({})
        expect(request.method).toBe('POST')
        expect(request.path).toBe(`/v18.0/${PIXEL_ID}/events`)
        expect(request.headers['content-type']).toBe('application/json')
      })

      it('lets META_GRAPH_VERSION override the version', async () => {
        const newer = await startWith({ ...env, META_GRAPH_VERSION: 'v24.0' })
        const event_id = uniqueId('accept')
        await post({ ...EVENT, event_id }, {}, newer)
        expect(platform.received(event_id)[0]!.path).toBe(`/v24.0/${PIXEL_ID}/events`)
      })

      it('sends the token in the body and nowhere else', async () => {
        const { body, path, headers } = await relay({})
        expect(body.access_token).toBe(ACCESS_TOKEN)
        expect(JSON.stringify([path, headers, body.data])).not.toContain(ACCESS_TOKEN)
      })

      it('takes the pixel from the configuration, not from the request', async () => {
        const { path, body } = await relay({ pixel_id: '1', access_token: 'mine' })
        expect(path).toContain(PIXEL_ID)
        expect(body.access_token).toBe(ACCESS_TOKEN)
      })

      it('sends one event in one request', async () => {
        const { body } = await relay({})
        expect(body.data).toHaveLength(1)
      })
    })

    describe('2.1: request body', () => {
      it('forwards every field of the table', async () => {
        const fields = {
          event_source_url: 'https://school.example/physics',
          custom_data: {
            value: 4900,
            currency: 'RUB',
            contents: [{ id: 'physics-9' }],
            deep: { a: null },
          },
        }
        const user_data = {
          fbp: 'fb.1.1596403881668.1116446470',
          fbc: 'fb.1.1554763741205.AbCdEfGh-_.AQYCAQMB',
          external_id: 'Student-42',
          em: EMAIL_HASH,
          ph: EMAIL_HASH,
          fn: EMAIL_HASH,
          ln: EMAIL_HASH,
        }
        const { event } = await relay({ ...fields, user_data })
        expect(event).toMatchObject({ ...fields, user_data, event_name: 'Lead' })
      })

      it('accepts an event with nothing but the required fields', async () => {
        const { event } = await relay({})
        expect(event.custom_data).toBeUndefined()
        expect(event.event_source_url).toBeUndefined()
      })

      it('drops what is not in the table', async () => {
        const { event, body } = await relay({
          event_time: 1,
          action_source: 'app',
          test_event_code: 'TEST1',
          data_processing_options: ['LDU'],
          user_data: { client_ip_address: '192.0.2.66', madid: 'x', em: EMAIL_HASH },
        })
        expect(Object.keys(body).sort()).toEqual(['access_token', 'data'])
        expect(Object.keys(event).sort()).toEqual(
          ['action_source', 'event_id', 'event_name', 'event_time', 'user_data'].sort(),
        )
        expect(event.action_source).toBe('website')
        expect(event.event_time).toBeGreaterThan(1)
        expect(event.user_data).not.toHaveProperty('madid')
        expect(event.user_data.client_ip_address).not.toBe('192.0.2.66')
      })

      it.each([
        ['event_source_url', 7],
        ['event_source_url', ['https://school.example']],
        ['user_data', 'em'],
        ['user_data', [EMAIL_HASH]],
        ['user_data', null],
        ['custom_data', 'value'],
        ['custom_data', [1]],
        ['custom_data', null],
      ])('drops a malformed %s (%j) and relays the event', async (field, value) => {
        const { event } = await relay({ [field]: value })
        if (field === 'user_data') expect(event.user_data.em).toBeUndefined()
        else expect(event).not.toHaveProperty(field)
      })

      it('drops a malformed key of user_data and keeps the others', async () => {
        const { event } = await relay({
          user_data: { fbp: 5, fbc: {}, external_id: [], em: EMAIL_HASH },
        })
        expect(event.user_data).not.toHaveProperty('fbp')
        expect(event.user_data).not.toHaveProperty('fbc')
        expect(event.user_data).not.toHaveProperty('external_id')
        expect(event.user_data.em).toBe(EMAIL_HASH)
      })

      it.each([
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-8',
      ])('parses the JSON whatever the content type says: %s', async (type) => {
        const { event } = await relay({}, { 'Content-Type': type })
        expect(event.event_name).toBe('Lead')
      })

      it('reads UTF-8', async () => {
        const custom_data = { content_name: 'Физика, 9 класс 🚀' }
        expect((await relay({ custom_data })).event.custom_data).toEqual(custom_data)
      })
    })

    describe('2.1 and 8: personal data reaches the platform only as SHA-256', () => {
      it('hashes what came in clear, normalised as Meta does', async () => {
        const { event, body } = await relay({
          user_data: {
            em: ' John_Smith@gmail.com ',
            ph: '+1 (650) 555-1212',
            fn: 'Mary',
            ln: 'Valéry',
          },
        })
        expect(event.user_data).toMatchObject({
          em: EMAIL_HASH,
          ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
          fn: '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec',
          ln: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
        })
        expect(JSON.stringify(body)).not.toMatch(/John|Mary|Val|555-?1212/i)
      })

      it('lowers the hex of a digest and keeps the appendix of Meta’s libraries', async () => {
        const em = `${EMAIL_HASH.toUpperCase()}.AQYCAQMB`
        const { event } = await relay({ user_data: { em, ph: `${EMAIL_HASH}.Bg` } })
        expect(event.user_data.em).toBe(`${EMAIL_HASH}.AQYCAQMB`)
        expect(event.user_data.ph).toBe(`${EMAIL_HASH}.Bg`)
      })

      it('takes lists of values', async () => {
        const { event } = await relay({
          user_data: {
            em: ['john_smith@gmail.com', EMAIL_HASH, '', 7, null],
            external_id: ['a', 'b'],
          },
        })
        expect(event.user_data.em).toEqual([EMAIL_HASH, EMAIL_HASH])
        expect(event.user_data.external_id).toEqual(['a', 'b'])
      })

      it.each([
        ['em', 'not an address'],
        ['em', ''],
        ['em', 17],
        ['em', { a: 'john_smith@gmail.com' }],
        ['em', ['not an address']],
        ['ph', 'call me'],
        ['fn', ' . '],
        ['ln', null],
      ])('drops %s when nothing usable remains of %j', async (key, value) => {
        const { event } = await relay({ user_data: { [key]: value } })
        expect(event.user_data).not.toHaveProperty(key)
      })
    })

    describe('2.2: fields added by the server', () => {
      it('sets action_source to website and event_time to now, in seconds', async () => {
        const before = Math.floor(Date.now() / 1000)
        const { event } = await relay({})
        expect(event.action_source).toBe('website')
        expect(event.event_time).toBeGreaterThanOrEqual(before)
        expect(event.event_time).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
      })

      it.each([
        ['203.0.113.7', '203.0.113.7'],
        [' 203.0.113.7 , 198.51.100.1', '203.0.113.7'],
        ['203.0.113.7:8443, 198.51.100.1', '203.0.113.7'],
        ['[2001:db8::7]:8443', '2001:db8::7'],
        ['2001:db8::7', '2001:db8::7'],
        ['::ffff:203.0.113.7', '203.0.113.7'],
      ])('takes the first entry of X-Forwarded-For: %s', async (header, address) => {
        const { event } = await relay({}, { 'X-Forwarded-For': header, 'X-Real-IP': '192.0.2.1' })
        expect(event.user_data.client_ip_address).toBe(address)
      })

      it('falls back to CF-Connecting-IP, then to X-Real-IP', async () => {
        const cloudflare = { 'CF-Connecting-IP': '192.0.2.2', 'X-Real-IP': '192.0.2.3' }
        const { event } = await relay({}, cloudflare)
        expect(event.user_data.client_ip_address).toBe('192.0.2.2')
        const real = await relay({}, { 'X-Real-IP': '192.0.2.3' })
        expect(real.event.user_data.client_ip_address).toBe('192.0.2.3')
      })

      it.each(['unknown', '', '999.1.1.1', '_hidden', '203.0.113.7.5'])(
        'counts an entry that is no address as absent: %j',
        async (entry) => {
          const { event } = await relay({}, { 'X-Forwarded-For': entry, 'X-Real-IP': '192.0.2.3' })
          expect(event.user_data.client_ip_address).toBe('192.0.2.3')
        },
      )

      it('takes the user agent from the request’s header, not from the body', async () => {
        const user_data = { client_user_agent: 'Forged/1.0' }
        const { event } = await relay({ user_data }, { 'User-Agent': 'Mozilla/5.0 (Visitor)' })
        expect(event.user_data.client_user_agent).toBe('Mozilla/5.0 (Visitor)')
      })
    })

    describe('4.1: the endpoint', () => {
      const cors = {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
      }

      async function withMethod(method: string): Promise<Response> {
        return host.handle(new Request(`http://school.example${CONVERSION_PATH}`, { method }))
      }

      it('answers OPTIONS with an empty body and the CORS headers', async () => {
        const response = await withMethod('OPTIONS')
        expect(response.status).toBe(204)
        expect(await response.text()).toBe('')
        expect(Object.fromEntries(response.headers)).toMatchObject(cors)
        expect(Number(response.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
      })

      it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('rule 1: refuses %s with 405', async (method) => {
        const response = await withMethod(method)
        expect(response.status).toBe(405)
        expect(await response.json()).toEqual({ error: 'Method not allowed' })
        expect(response.headers.get('Allow')).toBe('POST, OPTIONS')
        expect(Object.fromEntries(response.headers)).toMatchObject(cors)
      })

      it('rule 1: refuses HEAD with 405', async () => {
        expect((await withMethod('HEAD')).status).toBe(405)
      })

      it.each([
        '',
        ' ',
        '{',
        '{"event_name":"Lead",}',
        "{'event_name':'Lead'}",
        'undefined',
        '\u0000',
      ])('rule 2: refuses a body that is not valid JSON: %j', async (body) => {
        expect(await refused(body)).toEqual([400, { error: 'Invalid JSON' }])
      })

      it.each([
        'null',
        '[]',
        '"Lead"',
        '7',
        'true',
        '[{"event_name":"Lead","event_id":"1"}]',
        '{}',
      ])('rule 3: refuses JSON that has no event_name: %s', async (body) => {
        expect(await refused(body)).toEqual([400, { error: 'Invalid event_name' }])
      })

      it.each([
        'lead',
        'LEAD',
        ' Lead',
        'AddToCart',
        'toString',
        '__proto__',
        '',
        5,
        null,
        ['Lead'],
        {},
      ])('rule 3: refuses the event_name %j', async (event_name) => {
        expect(await refused({ event_name, event_id: 'a' })).toEqual([
          400,
          { error: 'Invalid event_name' },
        ])
      })

      it.each([undefined, null, '', 7, true, ['a'], {}, 'x'.repeat(MAX_EVENT_ID_LENGTH + 1)])(
        'rule 4: refuses the event_id %j',
        async (event_id) => {
          expect(await refused({ event_name: 'Lead', event_id })).toEqual([
            400,
            { error: 'Invalid event_id' },
          ])
        },
      )

      it('rule 5: answers 500 when the platform is not configured', async () => {
        const unconfigured = await startWith({})
        expect(await refused(EVENT, unconfigured)).toEqual([
          500,
          { error: 'Server not configured' },
        ])
      })

      it.each([
        ['META_PIXEL_ID', ''],
        ['META_ACCESS_TOKEN', ' '],
        ['META_GRAPH_URL', 'graph'],
        ['META_TIMEOUT_MS', 'soon'],
      ])('rule 5: counts as not configured when %s is %j', async (variable, value) => {
        const misconfigured = await startWith({ ...env, [variable]: value })
        expect(await refused(EVENT, misconfigured)).toEqual([
          500,
          { error: 'Server not configured' },
        ])
      })

      it('applies the rules in their order', async () => {
        const unconfigured = await startWith({})
        const wrongName = { event_name: 'No', event_id: 5 }
        const wrongId = { event_name: 'Lead', event_id: 5 }
        expect(await refused('{', unconfigured)).toEqual([400, { error: 'Invalid JSON' }])
        expect(await refused(wrongName, unconfigured)).toEqual([
          400,
          { error: 'Invalid event_name' },
        ])
        expect(await refused(wrongId, unconfigured)).toEqual([400, { error: 'Invalid event_id' }])
        expect(await refused(wrongName)).toEqual([400, { error: 'Invalid event_name' }])
      })

      it('puts CORS, no-store and nosniff on every answer', async () => {
        const unconfigured = await startWith({})
        const answers = [
          await post(EVENT),
          await post({ ...EVENT, event_id: uniqueId('error-400') }),
          await post('{'),
          await post(EVENT, {}, unconfigured),
        ]
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 500])
        for (const { headers } of answers) {
          expect(Object.fromEntries(headers)).toMatchObject({
            ...cors,
            'content-type': 'application/json',
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          })
        }
      })
    })

    describe('6: events', () => {
      it.each(EVENT_NAMES)('accepts %s', async (event_name) => {
        const { event } = await relay({ event_name })
        expect(event.event_name).toBe(event_name)
      })

      it('sends every valid request upstream, a repeated one too', async () => {
        const event = { ...EVENT, event_id: uniqueId('accept') }
        await post(event)
        await post(event)
        expect(platform.received(event.event_id)).toHaveLength(2)
      })
    })

    describe('2.3 and 7: answers', () => {
      it('accepted: 200 with ok true and the platform’s own body', async () => {
        expect(await post(EVENT)).toMatchObject({
          status: 200,
          body: {
            ok: true,
            upstream: { events_received: 1, messages: [], fbtrace_id: 'Aaccepted' },
          },
        })
      })

      it('counts every 2xx as accepted', async () => {
        const { body } = await post({ ...EVENT, event_id: uniqueId('accept-201') })
        expect(body).toEqual({ ok: true, upstream: { events_received: 1 } })
      })

      it('upstream error: 200 with ok false, the status and the platform’s body', async () => {
        const { status, body } = await post({ ...EVENT, event_id: uniqueId('error-400') })
        expect(status).toBe(200)
        expect(body).toEqual({
          ok: false,
          status: 400,
          upstream: {
            error: {
              message: 'No',
              type: 'OAuthException',
              code: 100,
              error_subcode: 2804003,
              fbtrace_id: 'Arefused',
            },
          },
        })
      })

      it('upstream call threw: 200 with ok false and an error', async () => {
        const { status, body } = await post({ ...EVENT, event_id: uniqueId('reset') })
        expect(status).toBe(200)
        expect(body).toEqual({ ok: false, error: expect.stringMatching(/./) })
      })

      it('a platform that hangs is an error too', async () => {
        const { status, body } = await post({ ...EVENT, event_id: uniqueId('hang') })
        expect(status).toBe(200)
        expect(body).toEqual({ ok: false, error: expect.stringContaining('300 ms') })
      })

      it.each([
        ['accept-html', { ok: true, upstream: { raw: '<h1>Maintenance</h1>' } }],
        ['accept-array', { ok: true, upstream: { raw: '["accepted"]' } }],
        ['error-html', { ok: false, status: 404, upstream: { raw: '<h1>Maintenance</h1>' } }],
        ['error-long', { ok: false, status: 400, upstream: { raw: 'x'.repeat(2000) } }],
        ['redirect', { ok: false, status: 302, upstream: { raw: '' } }],
      ])('upstream is always an object: %s', async (script, expected) => {
        const { body } = await post({ ...EVENT, event_id: uniqueId(script) })
        expect(body).toEqual(expected)
      })

      it('reads no more of the platform’s answer than it needs', async () => {
        const { body } = await post({ ...EVENT, event_id: uniqueId('endless') })
        expect(body.ok).toBe(true)
        expect(body.upstream.raw).toHaveLength(2000)
      })

      it.each(['echo-token', 'echo-token-raw', 'echo-token-escaped'])(
        'redacts the token when the platform echoes it: %s',
        async (script) => {
          const { body } = await post({ ...EVENT, event_id: uniqueId(script) })
          expect(body.ok).toBe(false)
          expect(JSON.stringify(body)).toContain('[redacted]')
          expect(JSON.stringify(body)).not.toContain(ACCESS_TOKEN.slice(1))
        },
      )

      it('refuses a body over 256 KiB with 413', async () => {
        const custom_data = { filler: 'x'.repeat(256 * 1024) }
        expect(await refused({ ...EVENT, custom_data })).toEqual([
          413,
          { error: 'Payload too large' },
        ])
      })

      it('refuses an endless body with 413, without reading it to the end', async () => {
        let sent = 0
        const body = new ReadableStream({
          pull(controller) {
            if ((sent += 65_536) > MOST_A_CLIENT_SENDS)
              controller.error(new Error('was read to the end'))
            else controller.enqueue(new Uint8Array(65_536).fill(32))
          },
        })
        const response = await host.handle(streamed(body))
        expect([response.status, await response.json()]).toEqual([
          413,
          { error: 'Payload too large' },
        ])
      })

      it('relays nothing of a body that breaks off, and answers the next request', async () => {
        const event_id = uniqueId('accept')
        const start = JSON.stringify({ ...EVENT, event_id }).slice(0, -1)
        let pulls = 0
        const body = new ReadableStream({
          pull(controller) {
            if (pulls++ === 0) controller.enqueue(new TextEncoder().encode(start))
            else controller.error(new Error('connection lost'))
          },
        })
        // Over HTTP the client that broke off is not there to read the answer.
        const response = await host.handle(streamed(body)).catch(() => undefined)
        if (response)
          expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid JSON' }])
        expect((await post({ ...EVENT, event_id: uniqueId('accept') })).status).toBe(200)
        expect(platform.received(event_id)).toEqual([])
      })

      it('takes a body just under 256 KiB', async () => {
        const custom_data = { filler: 'x'.repeat(255 * 1024) }
        expect((await relay({ custom_data })).event.custom_data).toEqual(custom_data)
      })
    })

    describe('decision 10: retries', () => {
      it.each(['reset-once', 'truncated-once', 'throttled-once', 'transient-once'])(
        'tries a transient failure again with the same event: %s',
        async (script) => {
          const event_id = uniqueId(script)
          expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: true })
          const [first, second, ...more] = platform.received(event_id)
          expect(second!.body).toEqual(first!.body)
          expect(more).toEqual([])
        },
      )

      it.each(['503', '429', 'reset', 'hang'])(
        'gives up after three attempts: %s',
        async (script) => {
          const event_id = uniqueId(script)
          expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: false })
          expect(platform.received(event_id)).toHaveLength(3)
        },
      )

      it.each(['error-400', 'error-401', 'error-html', 'redirect'])(
        'answers a final failure at once: %s',
        async (script) => {
          const event_id = uniqueId(script)
          await post({ ...EVENT, event_id })
          expect(platform.received(event_id)).toHaveLength(1)
        },
      )

      it('reports the last answer rather than a later error', async () => {
        const { body } = await post({ ...EVENT, event_id: uniqueId('503-then-reset') })
        expect(body).toMatchObject({ ok: false, status: 503, upstream: { error: { code: 2 } } })
      })
    })

    describe('8: limits', () => {
      it('accepts an event_id of 100 characters', async () => {
        const event_id = 'accept:'.padEnd(MAX_EVENT_ID_LENGTH, 'x')
        expect((await post({ ...EVENT, event_id })).body).toMatchObject({ ok: true })
        expect(platform.received(event_id)).toHaveLength(1)
      })

      it('counts characters as UTF-16 units', async () => {
        const fits = { ...EVENT, event_id: '🚀'.repeat(50) }
        const tooLong = { ...EVENT, event_id: '🚀'.repeat(51) }
        expect((await post(fits)).status).toBe(200)
        expect(await refused(tooLong)).toEqual([400, { error: 'Invalid event_id' }])
      })
    })
  })
}

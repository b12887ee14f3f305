import type { AdapterOptions, Outcome } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'

import { describeConformance } from './describe-conformance.ts'
import type { Host } from './host.ts'

/** How {@link describeAdapter} runs an adapter. */
export interface AdapterSuite {
  /**
   * Starts the adapter in this process. Only `env` may be in the host's environment while the adapter reads it.
   *
   * @param options Passed to the adapter as they are.
   */
  start: (
    env: Record<string, string>,
    options?: AdapterOptions,
  ) => AdapterHost | Promise<AdapterHost>
  /** The `clientIp` that the adapter exports. */
  clientIp: (request: Request) => string | undefined
  /** Headers that the host adds to every request. */
  hostHeaders?: Record<string, string>
  /** The IP that `clientIp` returns for a request to the started adapter. */
  expectedIp: string
}

type AdapterHost = Pick<Host, 'handle'> & Partial<Host>

const ENV = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }
const FORWARDED_IP = '192.0.2.1'

/**
 * Declares the tests that all adapters share: the conformance suite, the environment, the options and
 * `clientIp`.
 *
 * @param name The name of the adapter in the test report.
 */
export function describeAdapter(name: string, suite: AdapterSuite): void {
  const { clientIp, hostHeaders = {}, expectedIp } = suite

  // The suite causes every kind of failure; logging them would flood the report.
  describeConformance(name, (env) => suite.start(env, { onOutcome() {} }))

  describe(`${name}, as an adapter`, () => {
    const closers: (() => Promise<void>)[] = []
    let consoleError: MockInstance<typeof console.error>
    let consoleInfo: MockInstance<typeof console.info>

    beforeEach(() => {
      consoleInfo = vi.spyOn(console, 'info').mockImplementation(() => {})
      consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    })

    afterEach(async () => {
      vi.restoreAllMocks()
      await Promise.all(closers.splice(0).map((close) => close()))
    })

    it('reads the configuration from the environment', async () => {
      const { send, upstream } = await start(ENV)
      expect((await send()).status).toBe(200)
      expect(upstream).toHaveLength(1)
      expect(upstream[0]!.url).toContain(ENV.META_PIXEL_ID)
      expect(upstream[0]!.body.access_token).toBe(ENV.META_ACCESS_TOKEN)
    })

    it('uses the config option instead of the environment', async () => {
      const config = { pixelId: '42', accessToken: 'EAAoption' }
      const { send, upstream } = await start({ ...ENV, META_TIMEOUT_MS: 'soon' }, { config })
      expect((await send()).status).toBe(200)
      expect(upstream[0]!.url).toContain('/42/')
      expect(upstream[0]!.body.access_token).toBe('EAAoption')
      expect(consoleError).not.toHaveBeenCalled()
    })

    it('logs once which pixel is configured', async () => {
      const env = { ...ENV, META_PIXEL_ID: '770000000000088', META_GRAPH_VERSION: 'v24.0' }
      const { send } = await start(env, { onOutcome() {} })
      await send()
      await send()
      expect(consoleInfo.mock.calls).toEqual([
        ['Conversion proxy configured for pixel …088 at v24.0.'],
      ])
      expect(consoleError).not.toHaveBeenCalled()
    })

    it('logs once which variable is missing, and in the outcome', async () => {
      const outcomes: Outcome[] = []
      const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome)
      const { send } = await start({ META_PIXEL_ID: '770000000000088' }, { onOutcome })
      expect([(await send()).status, (await send()).status]).toEqual([500, 500])
      expect(consoleError.mock.calls).toEqual([
        [expect.stringMatching(/^META_ACCESS_TOKEN is missing\./)],
      ])
      expect(outcomes[0]!.error).toBe('META_ACCESS_TOKEN is missing.')
    })

    it('throws a TypeError for an unknown option when it is created', async () => {
      const options = { blockBot: () => true } as AdapterOptions
      const error = await (async () => suite.start(ENV, options))().catch((error: unknown) => error)
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toMatch(
        /^Option "blockBot" is unknown\. Use one of config, fetch, now, clientIp, source, blockBots, keep, keepLimits, onOutcome/,
      )
    })

    it('reports an unusable variable once, by name', async () => {
      const { send } = await start({ ...ENV, META_TIMEOUT_MS: 'soon' }, { onOutcome() {} })
      expect([(await send()).status, (await send()).status]).toEqual([500, 500])
      expect(consoleError).toHaveBeenCalledTimes(1)
      expect(consoleError).toHaveBeenCalledWith(expect.stringContaining('META_TIMEOUT_MS'))
    })

    it('responds with 500 and logs the outcome if called without options or configuration', async () => {
      const { handle, close } = await suite.start({})
      if (close) closers.push(close)
      expect((await handle(createRequest())).status).toBe(500)
      expect(consoleError).toHaveBeenCalledWith(
        expect.stringMatching(/^\{.*"Server not configured"/),
      )
    })

    it('logs the outcome if onOutcome is undefined', async () => {
      // JavaScript allows it, the types do not.
      const { send } = await start(ENV, {
        fetch: async () => Response.json({ error: { code: 100 } }, { status: 400 }),
        onOutcome: undefined,
      } as unknown as AdapterOptions)
      await send()
      expect(consoleError).toHaveBeenCalledWith(expect.stringMatching(/^\{.*"upstream_error"/))
    })

    it('passes an event that could not be delivered to keep', async () => {
      const kept: unknown[] = []
      const { send } = await start(ENV, {
        fetch: async () => Response.json({ error: { code: 190 } }, { status: 400 }),
        keep: (event) => void kept.push(event),
        keepLimits: { perMinute: 1 },
        onOutcome() {},
      })
      await send()
      await send()
      expect(kept).toMatchObject([{ event_id: 'e-1', event_time: expect.any(Number) }])
    })

    it('calls onOutcome instead of logging the outcome', async () => {
      const outcomes: Outcome[] = []
      const { send } = await start(ENV, {
        fetch: async () => Response.json({ error: { code: 100 } }, { status: 400 }),
        onOutcome: (outcome) => void outcomes.push(outcome),
      })
      await send()
      expect(outcomes).toMatchObject([{ kind: 'upstream_error', eventId: 'e-1' }])
      expect(consoleError).not.toHaveBeenCalled()
    })

    it('passes the other options to the handler', async () => {
      const { send, upstream } = await start(ENV, {
        now: () => 1_700_000_000_000,
        blockBots: (userAgent) => userAgent === 'Bot/1.0',
      })
      await send({ 'User-Agent': 'Bot/1.0' })
      await send({ 'User-Agent': 'Visitor/1.0' })
      expect(upstream).toHaveLength(1)
      expect(upstream[0]!.event.event_time).toBe(1_700_000_000)
    })

    it('takes the IP from X-Forwarded-For by default', async () => {
      expect(await forwardedIp()).toBe(FORWARDED_IP)
    })

    it('prefers the IP that its clientIp returns', async () => {
      expect(await forwardedIp(clientIp)).toBe(expectedIp)
    })

    it('falls back to X-Forwarded-For if clientIp returns undefined', async () => {
      expect(await forwardedIp(() => undefined)).toBe(FORWARDED_IP)
    })

    it('exports a clientIp that returns undefined for a request from elsewhere', () => {
      expect(clientIp(createRequest({ 'X-Forwarded-For': FORWARDED_IP }))).toBeUndefined()
    })

    /** Returns the IP sent upstream for a request with both `X-Forwarded-For` and the host's headers. */
    async function forwardedIp(clientIp?: AdapterSuite['clientIp']): Promise<unknown> {
      const { send, upstream } = await start(ENV, clientIp && { clientIp })
      await send({ 'X-Forwarded-For': FORWARDED_IP, ...hostHeaders })
      return upstream[0]!.event.user_data.client_ip_address
    }

    /** Starts the adapter with a `fetch` that records upstream requests. */
    async function start(env: Record<string, string>, options: AdapterOptions = {}) {
      const upstream: UpstreamRequest[] = []
      const { handle, close } = await suite.start(env, {
        async fetch(url, init) {
          const body = JSON.parse(init?.body as string)
          upstream.push({ url: String(url), body, event: body.data[0] })
          return Response.json({ events_received: 1 })
        },
        ...options,
      })
      if (close) closers.push(close)
      return {
        upstream,
        send: (headers?: Record<string, string>) => handle(createRequest(headers)),
      }
    }
  })
}

interface UpstreamRequest {
  url: string
  body: { access_token: string }
  event: { event_time: number; user_data: Record<string, unknown> }
}

function createRequest(headers: Record<string, string> = {}): Request {
  return new Request(`https://school.example${CONVERSION_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ event_name: 'Lead', event_id: 'e-1' }),
  })
}

/** Calls `load` synchronously while `process.env` is a new object that also contains `env`. */
export function withEnv<T>(env: Record<string, string>, load: () => T): T {
  const original = process.env
  process.env = { ...original, ...env }
  try {
    return load()
  } finally {
    process.env = original
  }
}

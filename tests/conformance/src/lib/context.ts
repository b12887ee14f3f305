import { CONVERSION_PATH, type EventName, type ServerEvent } from '@conversion-capi/core/protocol'
import { LONG_TIMEOUTS } from '@conversion-capi/test-support'
import { expect } from 'vitest'

import type { Host, StartHost } from './host.ts'
import {
  type ReceivedRequest,
  type ScriptedUpstream,
  startScriptedUpstream,
} from './scripted-upstream.ts'

export const PIXEL_ID = '770000000000077'
export const ACCESS_TOKEN = 'EAAConformance0123456789Token'
/** The SHA-256 digest of `john_smith@gmail.com`. */
export const EMAIL_HASH = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'
/** The smallest valid event. */
export const EVENT: { event_name: EventName; event_id: string } = {
  event_name: 'Lead',
  event_id: 'accept',
}
export const ENDPOINT_URL = `http://school.example${CONVERSION_PATH}`

/** What the sections of the suite share: a scripted upstream and hosts that are configured for it. */
export interface Context {
  /** Starts the upstream and a fully configured host. */
  open: () => Promise<void>
  /** Closes the upstream and every host. */
  close: () => Promise<void>
  /** Sends a request to the fully configured host. */
  handle: (request: Request) => Promise<Response>
  /**
   * Returns a host that is fully configured except for `overrides`. Hosts are reused, because some take
   * seconds to start.
   */
  startHost: (overrides?: Record<string, string>) => Promise<Host>
  /** Returns a host without configuration. */
  startUnconfiguredHost: () => Promise<Host>
  /**
   * Posts a body and fails if the response contains the access token.
   *
   * @param body The body, as a string or as a value for JSON.
   * @param options Further request headers, and a host other than the fully configured one.
   */
  post: (body: unknown, options?: PostOptions) => Promise<PostResult>
  /** Posts a body and returns the response's status and parsed body. */
  statusAndBody: (body: unknown, host?: Host) => Promise<[status: number, body: unknown]>
  /** Posts an event that upstream accepts and returns the request that upstream received. */
  forward: (
    event: object,
    headers?: Record<string, string>,
  ) => Promise<ReceivedRequest & { event: ServerEvent }>
  /** Returns the upstream requests that carried an event, oldest first. */
  received: (eventId: string) => ReceivedRequest[]
}

interface PostOptions {
  headers?: Record<string, string>
  host?: Host
}

interface PostResult {
  status: number
  headers: Headers
  // Tests assert its shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export function createContext(start: StartHost): Context {
  const hosts = new Map<string, Promise<Host>>()
  let upstream: ScriptedUpstream

  return {
    async open() {
      upstream = await startScriptedUpstream()
      await startHost()
    },

    async close() {
      await Promise.all([...hosts.values()].map(async (host) => (await host).close?.()))
      await upstream.close()
    },

    async handle(request) {
      return (await startHost()).handle(request)
    },

    startHost,
    startUnconfiguredHost: () => startWith({}),
    post,

    async statusAndBody(body, host) {
      const result = await post(body, host ? { host } : {})
      return [result.status, result.body]
    },

    async forward(event, headers = {}) {
      const event_id = uniqueId('accept')
      const { body } = await post({ ...EVENT, event_id, ...event }, { headers })
      expect(body).toMatchObject({ ok: true })
      const [request] = upstream.received(event_id)
      return { ...request!, event: request!.body.data[0] }
    },

    received: (eventId) => upstream.received(eventId),
  }

  function startHost(overrides: Record<string, string> = {}): Promise<Host> {
    return startWith({
      META_PIXEL_ID: PIXEL_ID,
      META_ACCESS_TOKEN: ACCESS_TOKEN,
      META_GRAPH_URL: upstream.url,
      ...LONG_TIMEOUTS,
      META_RETRY_DELAY_MS: '1',
      ...overrides,
    })
  }

  function startWith(env: Record<string, string>): Promise<Host> {
    const key = JSON.stringify(env)
    const host = hosts.get(key) ?? Promise.resolve(start(env))
    hosts.set(key, host)
    return host
  }

  async function post(
    body: unknown,
    { headers = {}, host }: PostOptions = {},
  ): Promise<PostResult> {
    const { handle } = host ?? (await startHost())
    const response = await handle(
      new Request(ENDPOINT_URL, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    const text = await response.text()
    expect(text).not.toContain(ACCESS_TOKEN)
    return { status: response.status, headers: response.headers, body: JSON.parse(text) }
  }
}

/** Returns an event_id that selects a script of the upstream and is used once. */
export function uniqueId(script: string): string {
  return `${script}:${crypto.randomUUID()}`
}

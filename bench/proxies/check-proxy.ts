import { deepStrictEqual } from 'node:assert/strict'

import { ACCESS_TOKEN, createRequest, LEAD, type Proxy, VISITOR } from './proxy.ts'

/**
 * Sends one event through a proxy.
 *
 * @param received Returns the bodies of the upstream requests since the last call.
 * @throws {Error} If the proxy did not send the event upstream once and completely, or did not respond with success.
 */
export async function checkProxy(
  name: string,
  handle: Proxy,
  received: () => string[] | Promise<string[]>,
): Promise<void> {
  const before = Math.floor(Date.now() / 1000)
  const response = await handle(createRequest(JSON.stringify(LEAD)))
  try {
    const body = (await response.json()) as { ok: boolean; upstream: { events_received: number } }
    deepStrictEqual([response.status, body.ok, body.upstream.events_received], [200, true, 1])
    const requests = (await received()).map((text) => JSON.parse(text) as SentRequest)
    const { event_time, ...event } = requests[0]!.data[0]!
    deepStrictEqual(before <= event_time && event_time <= Date.now() / 1000, true)
    // Meta's SDK sends each identifier as a list with one value, which means the same.
    const user_data = Object.fromEntries(
      Object.entries(event.user_data).map(([key, value]) => [key, [value].flat()[0]]),
    )
    deepStrictEqual(
      [requests.length, requests[0]!.access_token, { ...event, user_data }],
      [1, ACCESS_TOKEN, EXPECTED_EVENT],
    )
  } catch (error) {
    throw new Error(`${name} did not forward the event correctly.`, { cause: error })
  }
}

interface SentRequest {
  data: { event_time: number; user_data: object }[]
  access_token: string
}

const EXPECTED_EVENT = {
  ...LEAD,
  action_source: 'website',
  user_data: {
    ...LEAD.user_data,
    client_user_agent: VISITOR['User-Agent'],
    client_ip_address: VISITOR['X-Forwarded-For'],
  },
}

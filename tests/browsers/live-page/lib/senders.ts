import { createHandler } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import type { Emulator } from '@conversion-capi/emulator'

const PIXEL_ID = '1234567890'
const TOKEN = 'emulator-access-token'
const SITE = 'https://polaris.example'
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** The person who visits the site in the tests. */
export const VISITOR = {
  em: 'mary.smith@polaris.example',
  ph: '+1 650 555 1212',
  fn: 'Mary',
  ln: 'Smith',
} as const

export const VISITOR_HASHES: Record<string, string> = Object.fromEntries(
  Object.entries(VISITOR).map(([key, value]) => [
    key,
    hashPii(key as keyof typeof VISITOR, value)!,
  ]),
)

export interface TrackedEvent {
  event_name: string
  event_id: string
  page?: string
  custom_data?: Record<string, string | number>
  /** Whether the visitor has typed a name, an email and a phone number. */
  isKnown?: boolean
  /** Replaces the value of the cookie. */
  fbc?: string
  /** The school's ID of the visitor. */
  external_id?: string
}

/** Returns functions that send events to an emulator, as the pixel and the proxy do. */
export function createSenders(emulator: Emulator, now: () => number = Date.now) {
  const fbp = `fb.1.${now() - 86_400_000}.1093847562`

  return { sendFromBrowser, sendFromServer, sendDirectly, sendBatch }

  /** Sends what the pixel would send, with the hashes of advanced matching. */
  async function sendFromBrowser(
    event: TrackedEvent,
    hashes: Record<string, string> = {},
  ): Promise<void> {
    const { event_name, event_id, page = '/', custom_data = {}, fbc } = event
    const fields = new URLSearchParams({
      id: PIXEL_ID,
      ev: event_name,
      eid: event_id,
      dl: SITE + page,
      ts: String(now()),
      fbp,
      ...(fbc && { fbc }),
      ...toFields('cd', custom_data),
      ...toFields('ud', hashes),
    })
    await emulator.fetch(`https://www.facebook.com/tr?${fields}`)
  }

  /** Sends the event through the proxy, whose outcome the emulator records. */
  async function sendFromServer(event: TrackedEvent, accessToken: string = TOKEN): Promise<void> {
    const { event_name, event_id, page = '/', custom_data, isKnown, fbc, external_id } = event
    const handle = createHandler({
      config: { pixelId: PIXEL_ID, accessToken, retryDelayMs: 1 },
      fetch: emulator.fetch,
      now,
      clientIp: () => '203.0.113.7',
      onOutcome: emulator.recordOutcome,
    })
    await handle(
      new Request(`${SITE}/functions/v1/conversion-capi`, {
        method: 'POST',
        headers: { 'User-Agent': USER_AGENT },
        body: JSON.stringify({
          event_name,
          event_id,
          custom_data,
          event_source_url: SITE + page,
          user_data: {
            fbp,
            ...(fbc && { fbc }),
            ...(external_id && { external_id }),
            ...(isKnown && VISITOR_HASHES),
          },
        }),
      }),
    )
  }

  function sendDirectly(changes: object = {}, access_token = TOKEN): Promise<Response> {
    return sendBatch([changes], access_token)
  }

  function sendBatch(list: readonly object[], access_token = TOKEN): Promise<Response> {
    const data = list.map((changes) => ({
      event_name: 'Lead',
      event_id: 'lead-1',
      event_time: Math.floor(now() / 1000),
      action_source: 'website',
      user_data: { fbp, client_ip_address: '203.0.113.7', client_user_agent: USER_AGENT },
      ...changes,
    }))
    return emulator.fetch(`https://graph.facebook.com/v18.0/${PIXEL_ID}/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data, access_token }),
    })
  }
}

function toFields(group: string, values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`${group}[${key}]`, String(value)]),
  )
}

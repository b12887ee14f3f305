import { createEmulator, type Emulator, type ReceivedEvent } from '@conversion-capi/emulator'

const DAY_MS = 86_400_000
const VISITS = 240

export const TOKEN = 'EAAB-three-days/token+value=='

export const NOW: number = Date.UTC(2026, 10, 22, 9, 30)

export const ENV = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: TOKEN,
  META_GRAPH_VERSION: 'v26.0',
  META_GRAPH_URL: 'https://emulator.example',
}

/** Two schools. The emulator has the pixel of the first. */
export const SCHOOLS = {
  META_SCHOOLS: 'nord,sud',
  META_GRAPH_VERSION: 'v26.0',
  META_GRAPH_URL: 'https://emulator.example',
  META_PIXEL_ID__NORD: '1234567890',
  META_ACCESS_TOKEN__NORD: TOKEN,
  META_ALLOWED_ORIGINS__NORD: 'https://www.nord.example,https://nord.example',
  META_PIXEL_ID__SUD: '55',
  META_ACCESS_TOKEN__SUD: TOKEN,
  META_ALLOWED_ORIGINS__SUD: 'https://sud.example',
}

/** Returns an error of Meta whose message contains the token. */
export function graphError(code: number, error_subcode?: number) {
  return { error: { message: `No: ${TOKEN}`, type: 'OAuthException', code, error_subcode } }
}

interface Step {
  name: string
  isTaken: (n: number) => boolean
  customData?: object
  hasPhone?: (n: number) => boolean
}

const STEPS: Step[] = [
  { name: 'PageView', isTaken: () => true },
  { name: 'ViewContent', isTaken: (n) => n % 2 === 0 },
  { name: 'Lead', isTaken: (n) => n % 4 === 0, hasPhone: (n) => n % 13 < 4 },
  { name: 'Schedule', isTaken: (n) => n % 8 === 0, hasPhone: () => true },
  {
    name: 'Purchase',
    isTaken: (n) => n % 12 === 0,
    customData: { value: 490, currency: 'EUR' },
    hasPhone: (n) => n % 24 === 0,
  },
]

/**
 * Creates an emulator that has received three days of events: visitors who block the pixel, events that did not reach
 * Meta, a page view of a call that was left in a page, and a subscription that only the server knows.
 */
export async function playThreeDays(): Promise<Emulator> {
  let now = NOW - 3 * DAY_MS
  const emulator = createEmulator({ accessToken: TOKEN, now: () => now })
  for (let n = 0; n < VISITS; n += 1) {
    now = NOW - 3 * DAY_MS + Math.floor((n / VISITS) * 3 * DAY_MS)
    for (const step of STEPS) if (step.isTaken(n)) await take(step, n)
    if (n % 60 === 0) await sendToServer('Subscribe', `renewal-${n}`, n, {}, false)
    if (n % 20 === 0) await sendFromBrowser('PageView', undefined)
  }
  now = NOW
  return withReports(emulator)

  async function take({ name, customData = {}, hasPhone }: Step, n: number): Promise<void> {
    const id = `${name}-${n}`
    const isPixelBlocked = n % 7 === 0
    const isServerDown =
      (n % 10 === 6 && name === 'ViewContent') || n % 40 === 39 || (name === 'Lead' && n % 12 === 8)
    if (!isPixelBlocked) await sendFromBrowser(name, id)
    if (!isServerDown) await sendToServer(name, id, n, customData, hasPhone)
  }

  function sendFromBrowser(name: string, id: string | undefined): Promise<void> {
    const custom = name === 'Purchase' ? { 'cd[value]': '490', 'cd[currency]': 'EUR' } : {}
    return sendEvent(emulator, 'browser', name, id, now, custom)
  }

  function sendToServer(
    name: string,
    id: string,
    n: number,
    custom_data: object,
    hasPhone: Step['hasPhone'] | false,
  ): Promise<void> {
    const hash = n.toString(16).padStart(64, '0')
    return sendEvent(emulator, 'server', name, id, now, {
      user_data: {
        ...VISITOR,
        ...(n % 5 < 4 && { fbp: `fb.1.1700000000000.${n}` }),
        ...(n % 3 === 0 && { fbc: `fb.1.1700000000000.click${n}` }),
        ...(hasPhone && { em: hash }),
        ...(hasPhone && hasPhone(n) && { ph: hash }),
      },
      custom_data: name === 'Subscribe' ? { value: 49, currency: 'EUR' } : custom_data,
    })
  }
}

/** Meta does not publish how it computes them. */
const SCORES: Record<string, number> = { PageView: 4.6, Lead: 7.4, Schedule: 8.1, Purchase: 8.8 }

/** Adds what Meta counts of the events that an emulator has received. */
export function withReports(emulator: Emulator): Emulator {
  return {
    ...emulator,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { pathname, searchParams } = new URL(request.url)
      const isOwn = `${pathname}${searchParams.get('dataset_id')}`.includes(ENV.META_PIXEL_ID)
      const events = emulator.events().filter((each) => each.received_at >= NOW - 7 * DAY_MS)
      if (isOwn && pathname.endsWith('/dataset_quality')) return Response.json(rate(events))
      if (!isOwn || !pathname.endsWith('/stats')) return emulator.fetch(request)
      const source = searchParams.get('event_source') === 'WEB_ONLY' ? 'browser' : 'server'
      return Response.json(countByHour(events.filter((each) => each.source === source)))
    },
  }
}

/** @see https://developers.facebook.com/docs/marketing-api/conversions-api/dataset-quality-api */
function rate(events: ReceivedEvent[]) {
  const byName = Map.groupBy(events, ({ event_name }) => event_name)
  const web = [...byName].map(([event_name, all]) => {
    const browser = all.filter(({ source }) => source === 'browser')
    const server = all.filter(({ source }) => source === 'server')
    const ids = new Set(server.map(({ event_id }) => event_id))
    const percent = (isMatch: (event: ReceivedEvent) => boolean) => ({
      percentage: Math.round((browser.filter(isMatch).length / browser.length) * 1000) / 10,
    })
    const covered = percent(({ event_id }) => ids.has(event_id))
    const keys = {
      dedupe_key: 'event_id',
      browser_events_with_dedupe_key: percent(({ event_id }) => event_id !== undefined),
      overall_browser_coverage_from_dedupe_key: covered,
    }
    return {
      event_name,
      event_match_quality: { composite_score: SCORES[event_name] },
      ...(browser.length > 0 && { event_coverage: covered, dedupe_key_feedback: [keys] }),
    }
  })
  return { web }
}

/** @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats */
function countByHour(events: ReceivedEvent[]) {
  const hours = Map.groupBy(events, (each) => new Date(each.received_at).toISOString().slice(0, 13))
  const data = [...hours].map(([hour, all]) => ({
    start_time: `${hour}:00:00+0000`,
    data: [...Map.groupBy(all, ({ event_name }) => event_name)].map(([value, { length }]) => ({
      value,
      count: length,
    })),
  }))
  return { data, paging: {} }
}

const VISITOR = { client_ip_address: '192.0.2.1', client_user_agent: 'Mozilla/5.0' }

export async function sendEvent(
  emulator: Emulator,
  source: 'browser' | 'server',
  name: string,
  id: string | undefined,
  nowMs: number,
  fields: object = {},
): Promise<void> {
  const event = {
    event_name: name,
    event_id: id,
    event_time: Math.floor(nowMs / 1000),
    action_source: 'website',
    event_source_url: 'https://school.example/',
    user_data: VISITOR,
    ...fields,
  }
  const body = JSON.stringify({ data: [event], access_token: TOKEN })
  const query = { id: '1234567890', ev: name, dl: event.event_source_url, ...(id && { eid: id }) }
  const response = await (source === 'browser'
    ? emulator.fetch(`https://www.facebook.com/tr?${new URLSearchParams({ ...query, ...fields })}`)
    : emulator.fetch('https://graph.facebook.com/v26.0/1234567890/events', {
        method: 'POST',
        body,
      }))
  if (!response.ok) throw new Error(`The emulator rejected an event: ${await response.text()}`)
}

import { graphErrorResponse } from '../http/graph-error.ts'
import type { ReceivedEvent } from '../event/received-event.ts'

/** Meta looks back seven days. */
const STATISTICS_PERIOD_MS = 7 * 86_400_000

/** Meta names it in the documented example. */
const COVERAGE_GOAL = 75

const KNOWN_FIELDS = new Set<string>(
  'web{event_name,event_match_quality{composite_score,diagnostics},event_coverage{percentage,goal_percentage},dedupe_key_feedback{dedupe_key,browser_events_with_dedupe_key{percentage},server_events_with_dedupe_key{percentage},overall_browser_coverage_from_dedupe_key{percentage}},data_freshness{upload_frequency},acr{percentage}}'.match(
    /\w+/g,
  ),
)

/**
 * Handles `GET /{version}/dataset_quality?dataset_id={pixel_id}&fields=web{…}`.
 *
 * Coverage and deduplication are computed from the events of the last seven days. Scores,
 * the shares of the keys, additional conversions and freshness are absent: Meta does not publish how it computes them.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/dataset-quality-api
 */
export function readQuality(
  query: URLSearchParams,
  events: ReceivedEvent[],
  { now }: { now: () => number },
): Response {
  const fields: string[] = query.get('fields')?.match(/\w+/g) ?? []
  // The name in Meta's table, dedup_key_feedback, is a nonexisting field for Meta too.
  if (!fields.includes('web') || !fields.every((name) => KNOWN_FIELDS.has(name))) {
    return graphErrorResponse({
      message: 'Tried accessing a nonexisting field. The emulator has the fields of web.',
    })
  }
  const since = now() - STATISTICS_PERIOD_MS
  const recent = events.filter(
    ({ source, action_source, received_at }) =>
      received_at >= since && (source === 'browser' || action_source === 'website'),
  )
  const names = [...new Set(recent.map(({ event_name }) => event_name))]
  const web = names.map((name) => {
    const events = recent.filter(({ event_name }) => event_name === name)
    return measure(name, events)
  })
  // The list selects the properties of all levels.
  return Response.json(JSON.parse(JSON.stringify({ web }, fields)))
}

function measure(event_name: string, events: ReceivedEvent[]): object {
  const server = events.filter(({ source }) => source === 'server')
  const browser = uniqueById(events.filter(({ source }) => source === 'browser'))
  const serverIds = new Set(server.map(({ event_id }) => event_id))
  const covered = share(browser, ({ event_id }) => Boolean(event_id) && serverIds.has(event_id))
  return {
    event_name,
    event_match_quality: {},
    event_coverage: covered === undefined ? undefined : percent(covered, COVERAGE_GOAL),
    dedupe_key_feedback: [
      {
        dedupe_key: 'event_id',
        browser_events_with_dedupe_key: percent(share(browser, ({ event_id }) => !!event_id)),
        server_events_with_dedupe_key: percent(share(server, ({ event_id }) => !!event_id)),
        overall_browser_coverage_from_dedupe_key: percent(covered),
      },
    ],
  }
}

function uniqueById(events: ReceivedEvent[]): ReceivedEvent[] {
  return [...new Map(events.map((event) => [event.event_id || event, event])).values()]
}

/** Returns a percentage with one decimal, as Meta does, or `undefined` if there is no event. */
function share(events: ReceivedEvent[], isMatch: (event: ReceivedEvent) => boolean) {
  if (events.length === 0) return undefined
  return Math.round((events.filter(isMatch).length / events.length) * 1000) / 10
}

function percent(percentage: number | undefined, goal_percentage?: number): object | undefined {
  return percentage === undefined
    ? undefined
    : { percentage, ...(goal_percentage && { goal_percentage }) }
}

const SOURCES = { WEB_ONLY: 'browser', SERVER_ONLY: 'server' } as const

const HOUR_MS = 3_600_000

/**
 * Handles `GET /{version}/{pixel_id}/stats`: the number of events by name that were received between `start_time` and
 * `end_time`, within the last seven days, by hour.
 *
 * @param query `event_source` is `WEB_ONLY`, `SERVER_ONLY`, or absent.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats
 */
export function readStats(
  query: URLSearchParams,
  events: ReceivedEvent[],
  { now }: { now: () => number },
): Response {
  const sourceName = query.get('event_source')
  const earliest = now() - STATISTICS_PERIOD_MS
  const start = Math.max(earliest, readTime(query.get('start_time'), earliest))
  const end = readTime(query.get('end_time'), now())
  if (
    query.get('aggregation') !== 'event' ||
    (sourceName !== null && !Object.hasOwn(SOURCES, sourceName)) ||
    Number.isNaN(start + end)
  ) {
    return graphErrorResponse({
      message:
        'Invalid parameter. The emulator has aggregation=event, with event_source WEB_ONLY or SERVER_ONLY.',
    })
  }
  const source = SOURCES[sourceName as keyof typeof SOURCES]
  const hours = new Map<number, Map<string, number>>()
  for (const { event_name, received_at, ...event } of events) {
    const isCounted = sourceName === null || event.source === source
    if (!isCounted || received_at < start || received_at > end) continue
    const hour = received_at - (received_at % HOUR_MS)
    const counts = hours.get(hour) ?? new Map<string, number>()
    hours.set(hour, counts.set(event_name, (counts.get(event_name) ?? 0) + 1))
  }
  const data = [...hours].map(([hour, counts]) => ({
    aggregation: 'event',
    start_time: formatTime(hour),
    data: [...counts].map(([value, count]) => ({ value, count })),
  }))
  return Response.json({ data, paging: {} })
}

/** Reads Unix seconds or an ISO 8601 timestamp. Returns milliseconds, or `NaN`. */
function readTime(text: string | null, fallback: number): number {
  if (text === null) return fallback
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

/** Formats a time as Meta does: `2026-11-20T12:04:31+0000`. */
function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}

/**
 * Handles `GET /{version}/{pixel_id}`, which reads `id` and the `fields` in the query.
 *
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export function readPixel(
  query: URLSearchParams,
  events: ReceivedEvent[],
  { pixelId }: { pixelId: string },
): Response {
  const lastFired = events.findLast(({ source }) => source === 'browser')
  const known: Record<string, unknown> = {
    id: pixelId,
    name: 'Emulated pixel',
    last_fired_time: lastFired && formatTime(lastFired.received_at),
  }
  const names = (query.get('fields') ?? '').split(',').filter(Boolean)
  if (names.some((name) => !Object.hasOwn(known, name))) {
    return graphErrorResponse({
      message: `Tried accessing a nonexisting field. The emulator has ${Object.keys(known).join(', ')}.`,
    })
  }
  const fields = names.map((name) => [name, known[name]] as const)
  return Response.json({ ...Object.fromEntries(fields), id: pixelId })
}

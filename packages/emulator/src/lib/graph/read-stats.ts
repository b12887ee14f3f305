import { graphErrorResponse } from '../graph-error.ts'
import type { ReceivedEvent } from '../received-event.ts'
import { STATISTICS_PERIOD_MS } from './read-quality.ts'

const SOURCES = { WEB_ONLY: 'browser', SERVER_ONLY: 'server' } as const

const HOUR_MS = 3_600_000

/**
 * Handles `GET /{version}/{pixel_id}/stats`: the number of events by name that were received between `start_time` and
 * `end_time`, within the last seven days. With `aggregation=event`, it is broken down by hour.
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
  const aggregation = query.get('aggregation') ?? ''
  if (
    !['event', 'event_total_counts'].includes(aggregation) ||
    (sourceName !== null && !Object.hasOwn(SOURCES, sourceName)) ||
    Number.isNaN(start + end)
  ) {
    return graphErrorResponse({
      message:
        'Invalid parameter. The emulator has aggregation=event and event_total_counts, with event_source WEB_ONLY or SERVER_ONLY.',
      code: 100,
    })
  }
  const source = SOURCES[sourceName as keyof typeof SOURCES]
  const hours = new Map<number, Map<string, number>>()
  for (const { event_name, received_at, ...event } of events) {
    const isCounted = sourceName === null || event.source === source
    if (!isCounted || received_at < start || received_at > end) continue
    const hour = aggregation === 'event' ? received_at - (received_at % HOUR_MS) : start
    const counts = hours.get(hour) ?? new Map<string, number>()
    hours.set(hour, counts.set(event_name, (counts.get(event_name) ?? 0) + 1))
  }
  const data = [...hours].map(([hour, counts]) => ({
    aggregation,
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
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+0000')
}

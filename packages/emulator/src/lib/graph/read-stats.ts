import { graphErrorResponse } from '../graph-error.ts'
import { checkAccess } from './check-access.ts'
import { STATISTICS_PERIOD_MS, type StatisticsReader } from './read-quality.ts'
import { findToken } from './receive-events.ts'

const SOURCES = { WEB_ONLY: 'browser', SERVER_ONLY: 'server' } as const

/**
 * Handles `GET /{version}/{pixel_id}/stats?aggregation=event_total_counts`: the number of events by name that were
 * received between `start_time` and `end_time`, within the last seven days.
 *
 * @param request The request to the Graph API. `event_source` is `WEB_ONLY`, `SERVER_ONLY`, or absent.
 * @param reader The accepted pixel and token, the events, and the log.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats
 */
export function readStats(
  request: Request,
  requestedPixelId: string | undefined,
  { now, events, reject, ...access }: StatisticsReader,
): Response {
  const accessError = checkAccess('get', findToken(request, {}), requestedPixelId, access)
  if (accessError) return reject(accessError)

  const { searchParams } = new URL(request.url)
  const sourceName = searchParams.get('event_source')
  const earliest = now() - STATISTICS_PERIOD_MS
  const start = Math.max(earliest, readTime(searchParams.get('start_time'), earliest))
  const end = readTime(searchParams.get('end_time'), now())
  if (
    searchParams.get('aggregation') !== 'event_total_counts' ||
    (sourceName !== null && !Object.hasOwn(SOURCES, sourceName)) ||
    Number.isNaN(start + end)
  ) {
    return graphErrorResponse({
      message:
        'Invalid parameter. The emulator has aggregation=event_total_counts, with event_source WEB_ONLY or SERVER_ONLY.',
      code: 100,
    })
  }
  const source = SOURCES[sourceName as keyof typeof SOURCES]
  const counts = new Map<string, number>()
  for (const event of events()) {
    const isCounted = sourceName === null || event.source === source
    if (!isCounted || event.received_at < start || event.received_at > end) continue
    counts.set(event.event_name, (counts.get(event.event_name) ?? 0) + 1)
  }
  const data = [...counts].map(([value, count]) => ({ value, count }))
  const aggregation = 'event_total_counts'
  return Response.json({
    data: data.length === 0 ? [] : [{ aggregation, start_time: formatTime(start), data }],
    paging: {},
  })
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

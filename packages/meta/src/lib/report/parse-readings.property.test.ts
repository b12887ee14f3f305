import type { JsonObject } from '@conversion-capi/core/protocol'
import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { describeVerdict } from './describe-verdict.ts'
import { parseCounts, parseQuality, parseTime } from './parse-readings.ts'
import { renderText } from './render-text.ts'

const HOSTILE = [
  'Lead',
  'Purchase',
  'event_id',
  '</style><script>',
  '\u001B[2J',
  'a\u202Eb',
  '__proto__',
]
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
const anything = fc.oneof(jsonValue({ maxDepth: 2 }), fc.double(), fc.constant(undefined))

/** Meta's shape, with anything in place of each part. */
function part(expected: fc.Arbitrary<unknown>) {
  return fc.oneof({ weight: 5, arbitrary: expected }, { weight: 1, arbitrary: anything })
}

const number = part(fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constantFrom('7.4', '1e9', -1)))
const share = part(fc.record({ percentage: number }))

function list(model: Record<string, fc.Arbitrary<unknown>>) {
  return part(fc.array(part(fc.record(model, { requiredKeys: [] })), { maxLength: 3 }))
}

const quality = fc.record({
  web: list({
    event_name: part(text),
    event_match_quality: part(fc.record({ composite_score: number })),
    event_coverage: part(fc.record({ percentage: number })),
    dedupe_key_feedback: list({
      dedupe_key: part(text),
      browser_events_with_dedupe_key: share,
      overall_browser_coverage_from_dedupe_key: share,
    }),
  }),
}) as fc.Arbitrary<JsonObject>

const counts = fc.record({
  data: list({ start_time: part(text), data: list({ value: part(text), count: number }) }),
}) as fc.Arbitrary<JsonObject>

function toReport(given: JsonObject, givenCounts: JsonObject) {
  const browser = parseCounts(givenCounts).value
  const events = parseQuality(given).value.map((event) => ({
    ...event,
    browser: 7,
    server: 1,
  }))
  const hours = { browser, server: browser }
  const report = { digits: '890', from: 0, to: 1, lastFired: 0, hours, events }
  return { ...report, verdict: describeVerdict({ ...report, unread: [] }) }
}

describe('the parsers', () => {
  it('return only names and numbers that can be shown, whatever Meta returns', () => {
    fc.assert(
      fc.property(quality, counts, (given, givenCounts) => {
        for (const event of parseQuality(given).value) {
          expect(event.name).toMatch(/^\S/u)
          const { score = 0, coverage = 0, identified = 0 } = event
          for (const number of [score, coverage, identified])
            expect(number >= 0 && number <= 1e15).toBe(true)
        }
        for (const { count } of parseCounts(givenCounts).value) {
          expect(count > 0 && count <= 1e15).toBe(true)
        }
      }),
    )
  })

  it('count what they leave out', () => {
    const complete = {
      web: [{ event_name: 'Lead', event_coverage: { percentage: 34.1, goal_percentage: 75 } }],
    }
    expect(parseQuality(complete)).toMatchObject({ ignored: 0, value: [{ coverage: 34.1 }] })
    expect(parseQuality({ web: [{ event_name: 7 }, 'Lead'] })).toEqual({ ignored: 2, value: [] })
    expect(parseQuality({ web: {} }).ignored).toBe(1)
    expect(parseQuality({}).ignored).toBe(1)
    expect(parseQuality({ web: [] }).ignored).toBe(0)
    expect(
      parseQuality({ web: [{ event_name: 'a', event_coverage: { percentage: -1 } }] }).ignored,
    ).toBe(1)
    expect(parseCounts({ data: [{ data: [{ value: 'Lead' }] }] }).ignored).toBe(1)
    expect(parseCounts({}).ignored).toBe(1)
  })

  it.each(['2026-11-20T12:04:31+0000', '2026-11-20T12:04:31Z', '2026-11-20T05:04:31-0700'])(
    'read the time %s',
    (text) => expect(parseTime(text)).toBe(Date.UTC(2026, 10, 20, 12, 4, 31)),
  )
})

it('renders text from anything, without control characters of Meta', () => {
  fc.assert(
    fc.property(quality, counts, (given, givenCounts) => {
      const report = toReport(given, givenCounts)
      const rendered = renderText(report)
      expect(rendered).not.toMatch(/(?!\n|\t)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
      expect(rendered).not.toMatch(/(?:NaN|undefined|Infinity|\[object)/)
    }),
  )
})

describe('what Meta documents', () => {
  // https://developers.facebook.com/docs/marketing-api/conversions-api/dataset-quality-api (v24.0, read 2026-11-22):
  // the values of its examples, as one event.
  const DOCUMENTED = {
    web: [
      {
        event_match_quality: {
          composite_score: 6.2,
        },
        event_coverage: { percentage: 34.1, goal_percentage: 75, description: 'The percentage…' },
        dedupe_key_feedback: [
          {
            dedupe_key: 'event_id',
            browser_events_with_dedupe_key: { percentage: 100, description: 'The percentage of…' },
            server_events_with_dedupe_key: { percentage: 100, description: 'The percentage of…' },
            overall_browser_coverage_from_dedupe_key: { percentage: 14.8, description: 'The…' },
          },
        ],
        data_freshness: { upload_frequency: 'real_time', description: 'The average frequency…' },
        acr: { description: 'In the last 7 days, you saw about 37.9% more…', percentage: 37.9 },
        event_name: 'Purchase',
      },
    ],
  }

  it('is read completely', () => {
    expect(parseQuality(DOCUMENTED)).toEqual({
      ignored: 0,
      value: [
        {
          name: 'Purchase',
          score: 6.2,
          coverage: 34.1,
          identified: 100,
          deduplicated: 14.8,
        },
      ],
    })
  })

  // https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats (v25.0, updated
  // 2025-12-10): "the number of pixel fires for the top 100 events broken down by hour".
  it('is counted by hour', () => {
    const entry = (start_time: string, count: number) => ({
      aggregation: 'event',
      start_time,
      data: [{ value: 'Lead', count }],
    })
    const data = [entry('2026-11-15T01:00:00+0100', 8), entry('2026-11-15T01:00:00+0000', 0)]
    const start = Date.UTC(2026, 10, 15)
    expect(parseCounts({ data, paging: {} })).toEqual({
      value: [{ name: 'Lead', count: 8, start }],
      ignored: 0,
    })
    expect(parseCounts({ data, paging: { next: 'https://x.example' } }).ignored).toBe(1)
  })
})

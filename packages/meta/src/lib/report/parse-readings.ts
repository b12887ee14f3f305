import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

/** What Meta says about the quality of one event. Absent values are those that Meta did not return. */
export interface QualityReading {
  name: string
  /** Event match quality, from 0 to 10. */
  score?: number | undefined
  /** How many of the browser's events also came from the server, in percent. */
  coverage?: number | undefined
  /** How many of the browser's events have an event ID, in percent. */
  identified?: number | undefined
  /** How many of the browser's events have the event ID of one from the server, in percent. */
  deduplicated?: number | undefined
}

/** A parsed response, and the number of values with an unknown form, which are left out. */
export interface Parsed<Value> {
  value: Value
  ignored: number
}

/** Meta's fields that the report asks for. `dedup_key_feedback`, as in Meta's table, is a nonexisting field. */
export const QUALITY_FIELDS =
  'web{event_name,event_match_quality{composite_score},event_coverage{percentage},dedupe_key_feedback{dedupe_key,browser_events_with_dedupe_key{percentage},overall_browser_coverage_from_dedupe_key{percentage}}}'

/**
 * Parses the response of `GET /{version}/dataset_quality`.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/dataset-quality-api
 */
export function parseQuality(body: JsonObject): Parsed<QualityReading[]> {
  const reader = createReader()
  if (body['web'] === undefined) reader.ignore()
  const value = reader.list(body['web'], (web): QualityReading | undefined => {
    const name = reader.name(web['event_name'])
    if (name === undefined) return undefined
    const quality = reader.object(web['event_match_quality'])
    const keys = reader.list(web['dedupe_key_feedback'], (each) => each)
    const { browser_events_with_dedupe_key, overall_browser_coverage_from_dedupe_key } =
      keys.find((each) => each['dedupe_key'] === 'event_id') ?? {}
    return {
      name,
      score: reader.number(quality['composite_score']),
      coverage: reader.percentage(web['event_coverage']),
      identified: reader.percentage(browser_events_with_dedupe_key),
      deduplicated: reader.percentage(overall_browser_coverage_from_dedupe_key),
    }
  })
  return { value, ignored: reader.ignored() }
}

export interface HourCount {
  name: string
  count: number
  start: number
}

export function sumCounts(hours: HourCount[] = [], name?: string): number {
  const counted = hours.filter((each) => name === undefined || each.name === name)
  return counted.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Parses the response of `GET /{version}/{pixel_id}/stats?aggregation=event`: the events of each hour.
 * `event_total_counts` was seen to repeat a part of the same period.
 *
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ads-pixel/stats
 */
export function parseCounts(body: JsonObject): Parsed<HourCount[]> {
  const reader = createReader()
  if (body['data'] === undefined) reader.ignore()
  // A second page has hours that are not counted.
  if (reader.object(body['paging'])['next'] !== undefined) reader.ignore()
  const value = reader.list(body['data'], (hour) => {
    const start = parseTime(hour['start_time'])
    return reader.list(hour['data'], (each) => {
      const name = reader.name(each['value'])
      const count = reader.number(each['count'])
      const isKnown = name !== undefined && count !== undefined && start !== undefined
      return isKnown ? { name, count, start } : undefined
    })
  })
  const counted = value.flat().filter(({ count }) => count > 0)
  return { value: counted, ignored: reader.ignored() }
}

/** Parses a time of Meta, such as `2026-11-20T12:04:31+0000`. Returns milliseconds. */
export function parseTime(value: unknown): number | undefined {
  // JavaScript requires the colon.
  const text = typeof value === 'string' ? value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : ''
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

const MAX = 1e15

/** Creates functions that return values of the expected type, and count the others. Absent values do not count. */
function createReader() {
  let ignored = 0

  return {
    ignored: () => ignored,
    ignore,
    name: (value: unknown) => {
      const isName = typeof value === 'string' && /^\S.{0,199}$/su.test(value)
      return isName ? value : undefined
    },
    number,
    object,
    percentage: (value: unknown) => number(object(value)['percentage']),
    /** Returns what is created from the objects of a list. `undefined` counts as an unexpected value. */
    list<Item>(value: unknown, create: (object: JsonObject) => Item | undefined): Item[] {
      const objects = (accept<unknown[]>(value, Array.isArray) ?? []).filter(
        (each): each is JsonObject => accept(each, isJsonObject) !== undefined,
      )
      const items = objects.map(create).filter((each): each is Item => each !== undefined)
      ignored += objects.length - items.length
      return items
    },
  }

  function ignore(): void {
    ignored += 1
  }

  function accept<Value>(value: unknown, isValid: (value: unknown) => boolean) {
    if (isValid(value)) return value as Value
    if (value !== undefined && value !== null) ignored += 1
    return undefined
  }

  /** Meta's SDK has some numbers as strings. */
  function number(value: unknown): number | undefined {
    const given = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
    return accept<number>(given, (each) => typeof each === 'number' && each >= 0 && each <= MAX)
  }

  function object(value: unknown): JsonObject {
    return accept<JsonObject>(value, isJsonObject) ?? {}
  }
}

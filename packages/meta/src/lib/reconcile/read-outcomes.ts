import { resolve } from 'node:path'

import type { TrafficSource } from '@conversion-capi/core'
import type { JsonObject } from '@conversion-capi/core/protocol'
import type { QueuedEvent } from '@conversion-capi/node/queue'

import { findRecord, readLog } from '../read-log.ts'

/** What became of an event whose copies were not accepted. Later ones count more. */
const RANKS = ['opted_out', 'declined', 'unknown', 'kept', 'given_up'] as const

export type Unsent = (typeof RANKS)[number]

export interface KnownEvent {
  name: string
  /** The trace IDs of the copies that the upstream has accepted. A log can contain a line twice. */
  accepted: Set<unknown>
  unsent?: Unsent
  reason: string
  source?: TrafficSource | undefined
}

export type KnownEvents = Map<string, KnownEvent>

export function keyOf(name: unknown, id: unknown): string {
  return JSON.stringify([name, id])
}

/** Notes what became of one copy of an event. The reason of an accepted one is its trace ID. */
export function note(
  known: KnownEvents,
  [name, id]: [name: string, id: string],
  kind: Unsent | 'accepted',
  reason: unknown = '',
): KnownEvent {
  const key = keyOf(name, id)
  const event: KnownEvent = known.get(key) ?? { name, accepted: new Set(), reason: '' }
  known.set(key, event)
  if (kind === 'accepted') event.accepted.add(reason)
  else if (event.unsent === undefined || RANKS.indexOf(kind) >= RANKS.indexOf(event.unsent)) {
    event.unsent = kind
    event.reason = String(reason)
  }
  return event
}

/** Notes the events that wait in a queue. All others do not wait any more, or wait in another queue. */
export function noteQueue(known: KnownEvents, waiting: QueuedEvent[]): void {
  for (const event of known.values()) {
    if (event.unsent === 'kept')
      Object.assign(event, { unsent: 'unknown', reason: 'not in --queue' })
  }
  for (const { name, id } of waiting) {
    Object.assign(note(known, [name, id], 'kept'), { unsent: 'kept', reason: '' })
  }
}

/**
 * Reads the outcomes of a pixel that `logOutcome` has written to log files. The JSON of a line may follow other text, or be
 * in a string of the host's JSON. Lines of other programs and pixels are skipped.
 */
export async function readOutcomes(paths: string[], pixelId: string) {
  const known: KnownEvents = new Map()
  const logs = { known, lines: 0, skipped: 0 }
  for (const path of new Set(paths.map((each) => resolve(each)))) {
    for await (const { text = '' } of readLog(path)) {
      logs.lines += 1
      if (!noteLine(known, text, pixelId)) logs.skipped += 1
    }
  }
  return logs
}

function noteLine(known: KnownEvents, text: string, pixelId: string): boolean {
  const record = findRecord(text)
  if (record?.['conversion.pixel_id'] !== pixelId) return false
  const kind = textOf(record, 'conversion.outcome')
  const [name, id] = [
    textOf(record, 'conversion.event_name'),
    textOf(record, 'conversion.event_id'),
  ]
  if (!kind) return false
  // A request without a valid event is an outcome, too.
  if (!name || !id) return true
  const judged = judge(record, kind)
  const trace = textOf(record, 'meta.fbtrace_id') || Symbol(kind)
  const reason = textOf(record, 'error.type') || kind
  const event = note(known, [name, id], judged, judged === 'accepted' ? trace : reason)
  // Redelivery, which logs a second line, does not know it.
  event.source ||= textOf(record, 'conversion.source') as TrafficSource
  return true
}

/** Returns a string. Other programs can write other types. */
function textOf(record: JsonObject, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

/** Returns what a line proves by itself, because others may be missing. */
function judge(record: JsonObject, kind: string): Unsent | 'accepted' {
  const kept = record['conversion.kept']
  if (kind === 'accepted' || kind === 'given_up' || kind === 'opted_out') return kind
  if (kind === 'kept' || kept === true) return 'kept'
  if (kept === false) return 'given_up'
  return kind === 'bot' || isFinal(record, kind) ? 'declined' : 'unknown'
}

/** Returns whether the upstream has not accepted the event, and neither the page nor other code sends it again. */
function isFinal(record: JsonObject, kind: string): boolean {
  // The page repeats its request, and the code that calls a sender its call.
  if (kind === 'rejected') return textOf(record, 'error.type') !== 'Server not configured'
  const status = record['meta.status_code']
  return (
    kind === 'upstream_error' &&
    // Only a page's request has it: the code that calls a sender may repeat the call.
    record['http.response.status_code'] !== undefined &&
    // An attempt without a response may have been accepted.
    record['http.request.resend_count'] === undefined &&
    // With other statuses, the page repeats its request.
    typeof status === 'number' &&
    status < 500 &&
    status !== 408 &&
    status !== 429 &&
    !MAYBE_KEPT.test(textOf(record, 'conversion.keep_error'))
  )
}

/** The event may be in the queue, unless it is the queue's own error. */
const MAYBE_KEPT = /^keep failed(?!: Error (QUEUE_FULL|DISK_FULL|NO_QUEUE)\.$)/

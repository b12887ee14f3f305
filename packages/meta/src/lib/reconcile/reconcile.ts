import { existsSync } from 'node:fs'

import { type Config, DEFAULTS, type EventToSend } from '@conversion-capi/core'
import { countSources, type SourceCounts } from '@conversion-capi/core/diagnostics'
import { listQueue } from '@conversion-capi/node/queue'

import { useQueue } from '../terminal/errors.ts'
import { formatCount } from '../terminal/format-count.ts'
import { checkIsNew, writeAtomically } from '../terminal/write-atomically.ts'
import { openInput } from '../list/input-file.ts'
import type { Mapping } from '../list/mapping.ts'
import { describeAge } from '../list/read-events.ts'
import { findSentEventsFile, openSentEvents } from '../send/sent-events.ts'
import { keyOf, note, noteQueue, readOutcomes, type Unsent } from './read-outcomes.ts'

/** What became of a row of the list. */
export type Class = 'sent' | 'sent_twice' | Unsent | 'not_in_list'

export type Counts = Partial<Record<Class, number>>

/** Options of {@link reconcile}. */
export interface ReconcileOptions {
  /** The list. */
  file: string
  /** How its columns become fields. @default each column has the name of its field */
  mapping?: Mapping
  /** The configuration of the school. */
  config: Config
  /** The paths of the logs of the hosts. */
  logs: string[]
  /** The path of the queue of the Node server. @default none */
  queue?: string | undefined
  /** Where to write the rows that can still be sent. @default nowhere */
  unsent?: string | undefined
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/** The rows of a program, how many of them were sent, and the sum of those by currency. */
export interface ProgramCounts {
  rows: number
  sent: number
  sums: Record<string, number>
}

/** The comparison. It contains no values of rows but the IDs of programs, and sums. */
export type Reconciliation = Awaited<ReturnType<typeof reconcile>>

/** Compares the school's list with what was sent. The name and the ID of an event identify it. */
export async function reconcile(options: ReconcileOptions) {
  const { file, mapping, config, logs, queue, unsent, now = Date.now } = options
  if (unsent !== undefined) await checkIsNew(unsent, '--unsent')
  const { known, ...lines } = await readOutcomes(logs, config.pixelId)
  if (queue !== undefined) {
    noteQueue(
      known,
      useQueue(() => listQueue(queue, config.pixelId)),
    )
  }
  // Rows of any age are compared.
  const input = await openInput(file, () => 0, mapping)
  const memory = findSentEventsFile(file)
  const target = `${config.graphUrl ?? DEFAULTS.graphUrl} ${config.pixelId}`
  const sent = existsSync(memory) ? openSentEvents(target, now(), memory) : undefined
  let output = ''
  const result = {
    rows: 0,
    counts: {} as Counts,
    /** The counts by the Monday of the week in UTC. Unusable times and events that are not in the list are in `–`. */
    weeks: {} as Record<string, Counts>,
    /** The counts by program, for rows that have one in `content_ids`. */
    programs: Object.create(null) as Record<string, ProgramCounts>,
    /** The number of events by class and reason, for the events that were not sent. */
    reasons: {} as Record<string, number>,
    /** The sources of the events that were accepted or kept, by event name. */
    sources: [] as SourceCounts[],
    /** The number of log lines, and of those that are not outcomes of the pixel. */
    ...lines,
    /** The number of rows that were written to `unsent`. */
    written: 0,
    hasAccepted: false,
    notes: [] as string[],
  }
  const listed = new Set<string>()
  const names = new Set<string>()
  let undated = 0
  try {
    for await (const { event } of input.read()) {
      result.rows += 1
      const { event_name: name, event_id: id, event_time: time } = event ?? {}
      if (time !== undefined && dateOf(time) === undefined) undated += 1
      const isIdentified = typeof name === 'string' && typeof id === 'string' && id !== ''
      if (!event || !isIdentified) {
        count('unknown', time)
        continue
      }
      const key = keyOf(name, id)
      if (!listed.has(key)) noteMemory(event)
      listed.add(key)
      names.add(name)
      const entry = known.get(key)
      countProgram(event, entry !== undefined && entry.accepted.size > 0)
      if (!entry) count('unknown', time)
      else if (entry.accepted.size > 0) count(entry.accepted.size > 1 ? 'sent_twice' : 'sent', time)
      else count(entry.unsent!, time, entry.reason)
      const isDeclined =
        entry?.accepted.size === 0 && entry.unsent === 'declined' && entry.reason !== 'bot'
      if (unsent === undefined || !isDeclined || !canBeSent(event, now())) continue
      output += `${JSON.stringify(event)}\n`
      result.written += 1
    }
    result.notes.push(...input.describeLeftOut())
  } finally {
    sent?.close()
    await input.close()
  }
  for (const [key, { name, accepted }] of known) {
    if (accepted.size === 0) continue
    result.hasAccepted = true
    if (names.has(name) && !listed.has(key)) count('not_in_list')
  }
  result.sources = countSources(
    [...known.values()].flatMap(({ name, source, accepted, unsent: kind }) =>
      source && (accepted.size > 0 || kind === 'kept') ? [[name, source] as const] : [],
    ),
  )
  if (undated > 0) {
    result.notes.push(
      `Rows whose time is not a date: ${formatCount(undated)}. They are in no week.`,
    )
  }
  if (logs.length > 0) {
    result.notes.push(
      `Lines of the logs: ${formatCount(lines.lines)}. Skipped, because they contain no outcome of this pixel: ${formatCount(lines.skipped)}.`,
    )
  }
  if (unsent !== undefined) await writeAtomically(unsent, output, '--unsent', 0o600)
  return result

  function noteMemory(event: EventToSend): void {
    const key = sent?.keyOf(event)
    const found = key === undefined ? undefined : sent!.find(key, event)
    if (!found) return
    const { state, reason } = found
    const ids: [string, string] = [event.event_name, event.event_id]
    // The upstream may have accepted a request whose result is not known.
    if (state === 'pending') note(known, ids, 'unknown', state)
    else note(known, ids, state, state === 'accepted' ? Symbol(state) : reason)
  }

  function countProgram({ custom_data }: EventToSend, isSent: boolean): void {
    const { content_ids, value, currency }: Record<string, unknown> = Object(custom_data)
    const [id] = [content_ids].flat()
    if (typeof id !== 'string' || !/^[^@]{1,100}$/.test(id)) return
    const counts = (result.programs[id] ??= { rows: 0, sent: 0, sums: {} })
    counts.rows += 1
    if (!isSent) return
    counts.sent += 1
    const amount = typeof value === 'object' ? 0 : Number(value)
    if (!amount || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return
    // A sum of decimals is not exact.
    counts.sums[currency] = Number(((counts.sums[currency] ?? 0) + amount).toFixed(3))
  }

  function count(name: Class, time?: number, reason?: string): void {
    const week = (time !== undefined && mondayOf(time)) || '–'
    const counts = (result.weeks[week] ??= {})
    counts[name] = (counts[name] ?? 0) + 1
    result.counts[name] = (result.counts[name] ?? 0) + 1
    if (reason !== undefined && reason !== name) {
      const key = `${name}: ${reason}`
      result.reasons[key] = (result.reasons[key] ?? 0) + 1
    }
  }
}

/** Meta counts the copy of a browser once more if the server's copy comes more than 48 hours later. */
const MAX_WEBSITE_AGE_MS = 47 * 3_600_000

function canBeSent(event: EventToSend, nowMs: number): boolean {
  const ageMs = nowMs - event.event_time * 1000
  const isOfPage = (event.action_source ?? 'website') === 'website'
  // `send` sends no event of the future.
  if (!(ageMs >= 0) || (isOfPage && ageMs > MAX_WEBSITE_AGE_MS)) return false
  return describeAge({ ...event }, nowMs) === undefined
}

const WEEK = 7 * 86_400
const A_MONDAY = 4 * 86_400

function mondayOf(time: number): string | undefined {
  return dateOf(A_MONDAY + Math.floor((time - A_MONDAY) / WEEK) * WEEK)
}

/** Returns the date in UTC of a Unix time in seconds, or `undefined` if its year does not have four digits. */
function dateOf(time: number): string | undefined {
  const date = new Date(time * 1000)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}

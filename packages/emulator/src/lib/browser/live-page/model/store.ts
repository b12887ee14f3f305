import type { LiveUpdate, RecordedOutcome } from '../../../record/records.ts'
import type { ReceivedEvent } from '../../../event/received-event.ts'
import type { RejectedEvent, RejectedRequest } from '../../../record/rejected-request.ts'

/** Everything known about one event: its copies, rejected attempts, and the proxy's outcomes. */
export interface LiveRow {
  readonly key: string
  readonly startedAt: number
  readonly number: number
  readonly copies: ReceivedEvent[]
  readonly rejections: RejectedRequest[]
  readonly outcomes: RecordedOutcome[]
  /** Changes with every change of the row. */
  revision: number
}

/** Creates a function that keeps its result for each row until the row changes. */
export function perRow<Result>(create: (row: LiveRow) => Result): (row: LiveRow) => Result {
  const known = new WeakMap<LiveRow, { revision: number; result: Result }>()
  return (row) => {
    const { revision } = row
    const last = known.get(row)
    if (last?.revision === revision) return last.result
    const result = create(row)
    known.set(row, { revision, result })
    return result
  }
}

type Kind = 'copies' | 'rejections' | 'outcomes'

/** Keeps at most `maxEvents` records of each kind, as the emulator does. The oldest are removed. */
export function createStore(maxEvents: number) {
  const rows = new Map<string, LiveRow>()
  const queues: Record<Kind, LiveRow[]> = { copies: [], rejections: [], outcomes: [] }
  let sorted: LiveRow[] | undefined
  let lastNumber = 0

  return {
    apply({ reset, events, rejections, outcomes }: LiveUpdate): void {
      if (reset) {
        rows.clear()
        for (const queue of Object.values(queues)) queue.length = 0
      }
      for (const event of events ?? []) add('copies', event, keyOf(event))
      for (const request of rejections ?? []) add('rejections', request, keyOfRequest(request))
      for (const outcome of outcomes ?? []) {
        const { eventName, eventId } = outcome
        add('outcomes', outcome, keyOf({ event_name: eventName, event_id: eventId }))
      }
      sorted = undefined
    },
    /** Returns the rows, newest first. The same array until something changes. */
    rows: (): readonly LiveRow[] =>
      (sorted ??= [...rows.values()].sort(
        (a, b) => b.startedAt - a.startedAt || b.number - a.number,
      )),
  }

  function add(kind: Kind, record: { received_at: number }, key = `${kind} ${lastNumber}`): void {
    let row = rows.get(key)
    if (!row) {
      row = {
        key,
        startedAt: record.received_at,
        number: ++lastNumber,
        revision: 0,
        copies: [],
        rejections: [],
        outcomes: [],
      }
      rows.set(key, row)
    }
    ;(row[kind] as object[]).push(record)
    row.revision++
    queues[kind].push(row)
    if (queues[kind].length > maxEvents) removeOldest(kind)
  }

  function removeOldest(kind: Kind): void {
    const row = queues[kind].shift()!
    row[kind].shift()
    row.revision++
    const { copies, rejections, outcomes } = row
    if (copies.length + rejections.length + outcomes.length === 0) {
      rows.delete(row.key)
    }
  }
}

function keyOf({
  event_name,
  event_id,
}: Partial<Record<keyof RejectedEvent, string | undefined>>): string | undefined {
  return event_name && event_id ? JSON.stringify([event_name, event_id]) : undefined
}

/** A request with one event, as the proxy sends it, belongs to the row of the event. */
function keyOfRequest({ events }: RejectedRequest): string | undefined {
  const [event, ...others] = events
  const key = event && others.length === 0 ? keyOf(event) : undefined
  return key?.includes('[masked]') ? undefined : key
}

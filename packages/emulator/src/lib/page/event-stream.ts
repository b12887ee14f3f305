import type { Faults } from '../faults/faults.ts'
import {
  createLog,
  KINDS,
  type LiveUpdate,
  type Recorded,
  type Records,
} from '../record/records.ts'
import type { Masker } from './mask.ts'

interface StreamOptions {
  records: Records
  activeFaults: () => Faults
  mask: Masker
  /** A reader that falls behind by more changes starts again. */
  maxEvents: number
}

const RETRY_MS = 1000

/**
 * Creates the response of `/stream`: everything recorded, then each change, as server-sent events.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createEventStream(options: StreamOptions): Response {
  const { records, activeFaults, mask, maxEvents } = options
  const encoder = new TextEncoder()
  let updates: Iterator<LiveUpdate> = listUpdates(records.list(), activeFaults())
  const pending = createLog<LiveUpdate>({ maxItems: maxEvents, onRemove: () => (isBehind = true) })
  let isBehind = false
  let wake = () => {}

  const unsubscribe = records.subscribe((change) => {
    pending.add(change)
    if (isBehind || change.reset) {
      isBehind = false
      pending.clear()
      updates = listUpdates(records.list(), activeFaults())
    }
    wake()
  })

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        let update = nextUpdate()
        while (!update) {
          await new Promise<void>((resolve) => (wake = resolve))
          update = nextUpdate()
        }
        const data = JSON.stringify(mask(update))
        const retry = update.reset ? `retry: ${RETRY_MS}\n` : ''
        controller.enqueue(encoder.encode(`${retry}data: ${data}\n\n`))
      },
      cancel: unsubscribe,
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })

  function nextUpdate(): LiveUpdate | undefined {
    const { value } = updates.next()
    if (value) return value
    updates = pending.items().values()
    pending.clear()
    return updates.next().value
  }
}

const MAX_CHUNK = 500

/** Divides recorded content into updates of at most 500 records, so that no update takes long to process. */
function* listUpdates(recorded: Recorded, faults: Faults): Generator<LiveUpdate> {
  yield { reset: true, faults }
  for (const kind of KINDS) {
    const records = recorded[kind]
    for (let start = 0; start < records.length; start += MAX_CHUNK) {
      yield { [kind]: records.slice(start, start + MAX_CHUNK) }
    }
  }
  yield { complete: true }
}

import { MAX_EVENTS_PER_REQUEST } from '../protocol.ts'
import { createSenderDelivery } from './sender.ts'
import {
  type EventToSend,
  type SenderOptions,
  type SendResult,
  type ValidEvent,
} from './delivery.ts'
import type { ForwardResult } from './upstream/forward.ts'

/**
 * Sends up to 1,000 events. Rejects with a `TypeError` if it is not passed an array, or if the array is longer.
 *
 * @param nowMs The current time in milliseconds since the epoch, for the check of `event_time`. Default: the clock of the
 *   sender.
 * @returns One result per event, in the order of the events.
 */
export type BatchSender = (events: EventToSend[], nowMs?: number) => Promise<SendResult[]>

/**
 * Creates a function that sends up to 1,000 events in one request to Meta, for imports.
 *
 * Each event has the checks, the result and the outcome of `createSender`. Events that are invalid are not sent. Meta
 * processes no event of a request with one that it declines, so the sender halves the events of such a request, and
 * sends the halves, until the declined event is alone. It does the same after a response with status 500 or more, if one
 * event of the request is accepted alone. After another failure that can pass, the events that were not accepted yet are
 * not sent in this call: their result is `retry`.
 *
 * A request takes longer than the request of one event: its limit is 30 seconds, and 100 seconds for all attempts, unless
 * `timeoutMs` and `deadlineMs` of the configuration are longer.
 *
 * @param options As for `createSender`. Only `config` is required.
 * @throws {TypeError} If an option or a field of `config` is unknown or unusable.
 * @example
 * const sendBatch = createBatchSender({ config: readConfig(process.env), onOutcome: logOutcome() })
 * const results = await sendBatch(events)
 * const toSendAgain = events.filter((_, index) => results[index].kind === 'retry')
 */
export function createBatchSender(options: SenderOptions): BatchSender {
  const { settings, check, forward, finish } = createSenderDelivery(options)
  const batchSettings = {
    ...settings,
    timeoutMs: Math.max(settings.timeoutMs, TIMEOUT_MS),
    deadlineMs: Math.max(settings.deadlineMs, DEADLINE_MS),
  }

  return async function sendBatch(events, nowMs) {
    checkBatch(events)
    const results: SendResult[] = []
    const batch: BatchEvent[] = []
    for (const [index, event] of events.entries()) {
      const checked = check(event, nowMs)
      if (checked.value) batch.push({ ...checked, index, attempts: 0 })
      else results[index] = finish(checked)
    }
    await forwardBatch(batch, results)
    return results
  }

  async function forwardBatch(all: BatchEvent[], results: SendResult[]): Promise<void> {
    const batches = all.length > 0 ? [all] : []
    let failure: ForwardResult | undefined
    let isUp = false
    for (let batch; (batch = batches.pop());) {
      const result = failure ?? (await forwardAll(batch))
      const isDown = isUnavailable(result)
      if (result.body.ok) isUp = true
      if (batch.length > 1 && (isDeclined(result) || (isDown && isUp))) {
        const middle = batch.length >> 1
        batches.push(batch.slice(middle), batch.slice(0, middle))
      } else if (batch.length > 1 && isDown && !failure) {
        // One event alone shows whether the upstream fails, or an event of the batch. At random, so that it is not always
        // the one that fails.
        const one = batch.splice(Math.floor(Math.random() * batch.length), 1)
        batches.push(batch, one)
      } else {
        for (const each of batch) {
          results[each.index] = finish({ ...each, result: { ...result, attempts: each.attempts } })
        }
        // The other events would fail too.
        if (result.retryReason && !isTooLarge(result) && !(isDown && isUp)) failure = result
        if (isDown) isUp = false
      }
    }
  }

  /** Forwards the events of a batch in one request. */
  async function forwardAll(batch: BatchEvent[]): Promise<ForwardResult> {
    const result = await forward(
      batch.map(({ value }) => value.event),
      batchSettings,
    )
    for (const each of batch) each.attempts += result.attempts
    return result
  }
}

interface BatchEvent extends ValidEvent {
  index: number
  attempts: number
}

const TIMEOUT_MS = 30_000
const DEADLINE_MS = 100_000

function checkBatch(events: unknown): asserts events is EventToSend[] {
  if (!Array.isArray(events)) throw new TypeError('The batch must be an array of events.')
  if (events.length > MAX_EVENTS_PER_REQUEST) {
    throw new TypeError(
      `The batch has ${events.length} events. Send at most ${MAX_EVENTS_PER_REQUEST} events in one call.`,
    )
  }
}

/** Returns whether another request could be accepted with a part of the events. */
function isDeclined(result: ForwardResult): boolean {
  return isTooLarge(result) || (!result.body.ok && !result.retryReason)
}

/** Meta documents no maximum size of a request. */
function isTooLarge({ body }: ForwardResult): boolean {
  return 'status' in body && body.status === 413
}

/** Returns whether the upstream has responded that it failed. One event can be the cause. */
function isUnavailable({ body, retryReason }: ForwardResult): boolean {
  return retryReason === 'transient' && 'status' in body && body.status >= 500
}

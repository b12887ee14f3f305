import type { BatchSender, EventToSend, SendResult } from '@conversion-capi/core'
import { describeErrorCode } from '@conversion-capi/core/diagnostics'
import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import type { FailedLine } from '../list/read-events.ts'
import type { SentEvents, Settled } from './sent-events.ts'

export interface LineEvent {
  line: number
  id: string
  key: string | undefined
  event: EventToSend
  /** Whether a request contained it whose result is unknown, so that the upstream may have accepted it. */
  isInDoubt: boolean
}

interface DeliveryOptions {
  send: BatchSender
  sent: SentEvents
  signal: AbortSignal
  /** Waits as long as the upstream asks, or throws. */
  wait: (retry: RetryResult) => Promise<void>
  onResult: (result: SendResult) => void
  onFailure: (failure: FailedLine) => void
  /** Called with events that the upstream may have accepted. They are sent again. */
  onDoubt: (items: LineEvent[]) => void
  stop: (problem: string) => Error
}

export type RetryResult = Extract<SendResult, { kind: 'retry' }>

/** Creates functions that send events. Those without a result are set aside if others have one. */
export function createDelivery(options: DeliveryOptions) {
  const { send, sent, signal, wait, onResult, onFailure, onDoubt, stop } = options
  const setAside: LineEvent[] = []
  // Whether the upstream has processed an event since it last failed.
  let isUp = false

  return {
    async deliver(events: LineEvent[]): Promise<void> {
      const parts = [events]
      for (let part; (part = parts.pop());) {
        const retries = await attempt(part, false)
        setAside.push(...retries.filter(isTooLarge).map(({ item }) => item))
        const [first, ...others] = retries.filter((retry) => !isTooLarge(retry))
        if (!first) continue
        const rest = [first, ...others].map(({ item }) => item)
        if (first.result.reason === 'throttled' || (others.length === 0 && !isUp)) {
          await wait(first.result)
          // At the end, because this event can be the cause.
          parts.unshift(rest)
          continue
        }
        // One event alone shows whether the upstream fails, or an event of the request.
        const some = isUp
          ? rest.splice(0, rest.length >> 1)
          : rest.splice(Math.floor(Math.random() * rest.length), 1)
        if (some.length === 0) setAside.push(...rest)
        else parts.push(rest, some)
        isUp = false
      }
    },
    async finish(): Promise<void> {
      for (const item of setAside.splice(0)) {
        const [retry] = await attempt([item], true)
        if (!retry) continue
        const { line, id } = item
        onFailure({ line, id, code: 'event-unanswered', reason: describeResult(retry.result) })
      }
    },
  }

  /** Sends events in one call, and notes their results. Returns the events that have no final one. */
  async function attempt(items: LineEvent[], isLast: boolean) {
    if (signal.aborted) throw stop('Stopped.')
    sent.begin(items)
    const results = await send(items.map(({ event }) => event))
    const settled: Settled[] = []
    const doubtful: LineEvent[] = []
    const retries: { item: LineEvent; result: RetryResult }[] = []
    for (const [index, item] of items.entries()) {
      const result = results[index]!
      onResult(result)
      if (result.kind === 'accepted') settled.push({ ...item, state: 'accepted' })
      else if (result.kind === 'failed' || (isLast && isTooLarge({ result }))) {
        const { line, id } = item
        const reason = describeResult(result)
        onFailure({ line, id, code: result.upstream ? 'event-declined' : 'event-invalid', reason })
        settled.push({ ...item, state: result.upstream ? 'declined' : 'unsent', reason })
      } else {
        retries.push({ item, result })
        if (item.isInDoubt) continue
        item.isInDoubt = result.reason === 'transient'
        if (item.isInDoubt) doubtful.push(item)
        else settled.push({ ...item, state: 'unsent' })
      }
    }
    sent.settle(settled)
    isUp ||= settled.some(({ state }) => state !== 'unsent')
    if (doubtful.length > 0) onDoubt(doubtful)
    const setup = retries.find((retry) => retry.result.reason === 'setup' && !isTooLarge(retry))
    if (!setup) return retries
    throw stop(`${describeResult(setup.result)} Check the variables with "doctor".`)
  }
}

/** Returns whether the upstream has declined the event alone because of its size. */
function isTooLarge({ result }: { result: SendResult }): boolean {
  return result.outcome.upstreamStatus === 413
}

type Unaccepted = Exclude<SendResult, { kind: 'accepted' }>

/** Describes a result in sentences. It contains codes of the upstream, but not its messages, which could contain values. */
export function describeResult(result: Unaccepted): string {
  const { code, error_subcode: subcode } = errorOf(result)
  const sentences = [
    result.error.endsWith('.') ? result.error : `${result.error}.`,
    typeof subcode === 'number' ? `The subcode is ${subcode}.` : undefined,
    describeErrorCode(Number(code), Number(subcode)),
  ]
  return sentences.filter((each) => each !== undefined).join(' ')
}

export function errorOf({ upstream }: Unaccepted): JsonObject {
  const error = upstream?.['error']
  return isJsonObject(error) ? error : {}
}

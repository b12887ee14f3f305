import type { Finding } from '@conversion-capi/core/diagnostics'
import {
  type Config,
  createBatchSender,
  type DroppedField,
  type EventToSend,
  type SendResult,
  type Warning,
} from '@conversion-capi/core'
import { hashPii, isHashed } from '@conversion-capi/core/pii'
import { isJsonObject, MAX_EVENTS_PER_REQUEST } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'

import { type Counts, formatCount, increase, listCounts } from '../terminal/format-count.ts'
import { errorOf, type LineEvent } from './deliver-events.ts'
import type { InputFile } from '../list/input-file.ts'
import type { FailedLine, ReadEvent } from '../list/read-events.ts'
import { finding, toFinding } from './send-rules.ts'
import type { SentEvent, SentEvents } from './sent-events.ts'

export type EventConfig = Pick<Config, 'nationalPhone' | 'limitedDataUse'>

interface Problem {
  code: 'event-id-reused' | 'field-dropped' | 'field-warning' | 'refund'
  problem: string
  line: number
  count: number
}

export function createJudge(
  input: InputFile,
  sent: SentEvents,
  config: EventConfig,
  now: () => number,
) {
  const { nationalPhone, limitedDataUse } = config
  // The emulator declines what Meta declines.
  const send = createBatchSender({
    config: {
      pixelId: '1234567890',
      accessToken: 'emulator-access-token',
      retries: 0,
      ...(nationalPhone && { nationalPhone }),
      ...(limitedDataUse && { limitedDataUse }),
    },
    fetch: createEmulator({ now, maxEvents: 1 }).fetch,
    now,
  })
  // The lines whose event was sent before: from this file or another, and by an earlier line.
  const copies = { ofEarlierRuns: 0, repeated: 0 }
  const failed: FailedLine[] = []
  const problems = new Map<string, Problem>()

  return {
    copies,
    failed,
    /** Leaves out what Meta would decline: it costs a request for each half of the batch until the event is alone. */
    async *selectValid() {
      for await (const batch of selectEvents(input.read(), sent, noteCopy)) {
        failed.push(...batch.failures)
        const results = await send(batch.events.map(({ event }) => event))
        const events = batch.events.flatMap((item, index) => judge(item, results[index]!))
        yield { events, lastLine: batch.lastLine }
      }
    },
    listFailures,
    listFindings(): Finding[] {
      return [
        ...listFailures(),
        ...[...problems.values()].map(({ code, problem, line, count: total }) =>
          finding(code, { file: input.name, line }, { problem, count: formatCount(total) }),
        ),
      ]
    },
    countLeftOut(): Counts {
      const { repeated } = copies
      const counts: Counts = new Map(input.getLeftOut().counts)
      if (repeated > 0) counts.set('repeated', repeated)
      for (const { code } of failed) increase(counts, code.replace(/^\w+-/, '').replace('-', ' '))
      return counts
    },
    describeLeftOut: () => [
      ...listCounts(
        [copies.ofEarlierRuns, 'of them were sent before, from this file or another.'],
        [
          copies.repeated,
          'repeat the event_name and event_id of another line: each event is sent once.',
        ],
      ),
      ...input.describeLeftOut(),
    ],
  }

  function judge(item: LineEvent, result: SendResult): LineEvent[] {
    const { line, id, event } = item
    const { dropped, warnings } = result.outcome
    for (const { key, reason } of dropped) {
      const words = reason === 'unhashed' ? 'unhashed personal data' : reason
      count('field-dropped', `${key} is ${words}.`, line)
    }
    const isRefund = event.event_name === 'Purchase' && Number(event.custom_data?.['value']) < 0
    if (isRefund) count('refund', 'A Purchase has a negative custom_data.value.', line)
    for (const { key, reason, message } of [
      ...warnings,
      ...findPhoneWarnings(event, config, dropped),
    ]) {
      if (isRefund && key === 'custom_data.value') continue
      count('field-warning', message ?? `${key} is ${reason.replaceAll('_', ' ')}.`, line)
    }
    if (result.kind !== 'failed') return [item]
    const { error_user_msg, message = result.error } = errorOf(result)
    const reason = String(error_user_msg ?? message).replace(/^data\[\d+\]: /, '')
    failed.push({ line, id, code: 'event-invalid', reason })
    return []
  }

  function noteCopy({ isOfThisRun, eventTime }: SentEvent, event: EventToSend, line: number): void {
    copies[isOfThisRun ? 'repeated' : 'ofEarlierRuns'] += 1
    if (eventTime !== event.event_time) count('event-id-reused', '', line)
  }

  function listFailures(): Finding[] {
    return failed.sort((a, b) => a.line - b.line).map((each) => toFinding(each, input.name))
  }

  function count(code: Problem['code'], problem: string, line: number): void {
    const entry = problems.get(code + problem)
    if (entry) entry.count += 1
    else problems.set(code + problem, { code, problem, line, count: 1 })
  }
}

/**
 * Finds phone numbers that may lack their country code: they are hashed as typed, so that `8 916 …` and `+7 916 …` are
 * different people.
 */
function findPhoneWarnings(
  { user_data }: EventToSend,
  config: EventConfig,
  dropped: DroppedField[],
): Warning[] {
  const ph: unknown = isJsonObject(user_data) ? user_data['ph'] : undefined
  const isDropped = !Array.isArray(ph) && dropped.some(({ key }) => key === 'user_data.ph')
  if (config.nationalPhone || isDropped) return []
  const isNational = [ph]
    .flat()
    .some((phone) => typeof phone === 'string' && hashPii('ph', phone) && isTypedNationally(phone))
  return isNational ? [WARNING] : []
}

function isTypedNationally(phone: string): boolean {
  return !isHashed(phone.trim()) && !/^\D*(\+|00)/.test(phone)
}

const WARNING: Warning = {
  key: 'user_data.ph',
  reason: 'malformed',
  message:
    'user_data.ph does not start with "+", and is hashed as typed. If it lacks the country code, set META_NATIONAL_PHONE, such as 7:8 or 48.',
}

export interface Batch {
  events: LineEvent[]
  failures: FailedLine[]
  lastLine: number
}

/**
 * Selects the events that no run has sent, each once, up to 1,000 per batch. Those that an earlier run sent without a
 * result are last, so that one that is never answered delays no others. The results of a batch have to be noted in `sent`
 * before the next one is requested.
 *
 * @param onCopy Called with a line whose event was sent before, by this run or an earlier one.
 */
async function* selectEvents(
  items: AsyncIterable<ReadEvent>,
  sent: SentEvents,
  onCopy: (known: SentEvent, event: EventToSend, line: number) => void,
): AsyncGenerator<Batch> {
  const doubtful: ReadEvent[] = []
  let isLast = false
  let batch: Batch = { events: [], failures: [], lastLine: 0 }
  // More copies of events of the batch, whose results are not known yet.
  let again: ReadEvent[] = []
  let keys = new Set<string>()
  for await (const item of items) {
    take(item)
    const { events, failures } = batch
    if (Math.max(events.length, failures.length, again.length) === MAX_EVENTS_PER_REQUEST)
      yield* flush()
  }
  yield* flush()
  isLast = true
  while (doubtful.length > 0) {
    doubtful.splice(0, MAX_EVENTS_PER_REQUEST).forEach(take)
    yield* flush()
  }

  function* flush(): Generator<Batch> {
    while (batch.lastLine > 0) {
      yield batch
      const copies = again
      again = []
      keys = new Set()
      batch = { events: [], failures: [], lastLine: 0 }
      copies.forEach(take)
    }
  }

  function take(item: ReadEvent): void {
    const { line, id, event } = item
    batch.lastLine = line
    if (!event) return void batch.failures.push(item)
    const key = sent.keyOf(event)
    if (key !== undefined && keys.has(key)) return void again.push(item)
    const known = key === undefined ? undefined : sent.find(key, event)
    if (known?.state === 'declined') {
      batch.failures.push({ line, id, code: 'event-declined', reason: known.reason })
    } else if (known?.state === 'accepted' || known?.isOfThisRun) {
      onCopy(known, event, line)
    } else if (known && !isLast) {
      doubtful.push(item)
    } else {
      if (key !== undefined) keys.add(key)
      batch.events.push({ line, id, key, event, isInDoubt: known !== undefined })
    }
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  createHandler,
  createRedelivery,
  createSender,
  type EventToSend,
  logOutcome,
} from '@conversion-capi/core'
import { createFolder } from '@conversion-capi/test-support/vitest'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { keyOf, noteQueue, readOutcomes } from './read-outcomes.ts'

const ORIGIN = 'https://school.example'
const CONFIG = { pixelId: '1234567890', accessToken: 'token', allowedOrigins: [ORIGIN] }
const HOUR_MS = 3_600_000
const ID = 'order-1'

/**
 * How the upstream responds: a status and an error code, or none. `lost`: it accepts the event without a response. `+`:
 * another response to a retry.
 */
const RESPONSES = ['200', 'lost', 'down', '500', '429', '400 190', '400 100', '400 4+lost'] as const
/** How `keep` behaves. `late`: it stores the event and fails. */
const KEEPS = ['none', 'stores', 'late', 'QUEUE_FULL'] as const

const response = fc.constantFrom(...RESPONSES)
const HISTORY = fc.record({
  /** Requests that are declined for good before the last one. */
  declined: fc.array(fc.constantFrom('origin', '400 190', '400 100'), { maxLength: 2 }),
  /** Whether the last copy is one of a page or of a webhook. */
  isOfPage: fc.boolean(),
  keep: fc.constantFrom(...KEEPS),
  /** The first is for the last copy, the others for the attempts of redelivery. */
  responses: fc.array(fc.tuple(response, fc.integer({ min: 2, max: 20 })), {
    minLength: 1,
    maxLength: 4,
  }),
  retries: fc.constantFrom(0, 1),
  everyEvent: fc.boolean(),
  hasQueue: fc.boolean(),
  /** What happens to each line of the log. */
  noise: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
  rotated: fc.constantFrom(0, 0, 0, 1, 2),
})

const LATE: History = {
  declined: [],
  isOfPage: true,
  keep: 'late',
  responses: [['400 190', 2]],
  retries: 0,
  everyEvent: true,
  hasQueue: false,
  noise: [1],
  rotated: 0,
}
const RETRIED: Pick<History, 'responses' | 'retries'> = {
  responses: [['400 4+lost', 2]],
  retries: 1,
}

type History = typeof HISTORY extends fc.Arbitrary<infer Value> ? Value : never

/** Sends the copies of one event through the proxy. Returns the log, and what became of the event. */
async function play({ declined, isOfPage, keep, responses, retries, everyEvent }: History) {
  let nowMs = Date.parse('2026-11-22T12:00:00Z')
  const queue: EventToSend[] = []
  const lines: string[] = []
  const truth = { accepted: 0, isExpected: false, isQueued: false }
  let next: string = ''
  const fetch = async (): Promise<Response> => {
    const [now = '', ...others] = next.split('+')
    next = others.join('+') || now
    if (now === 'lost' || now === '200') truth.accepted += 1
    if (now === 'lost' || now === 'down') throw new TypeError('fetch failed')
    const [status, code] = now.split(' ')
    const body = { ...(code && { error: { code: Number(code) } }), fbtrace_id: `t${lines.length}` }
    return Response.json(body, { status: Number(status) })
  }
  // Without declined copies, the log may lack the accepted ones.
  const onOutcome = logOutcome({
    everyEvent: everyEvent || declined.length > 0,
    write: (line) => lines.push(line),
  })
  const config = { ...CONFIG, retries, retryDelayMs: 1 }
  const options = { config, fetch, now: () => nowMs, onOutcome }
  async function post(origin: string, store?: (event: EventToSend) => void): Promise<void> {
    const handle = createHandler({ ...options, ...(store && { keep: store }) })
    const body = JSON.stringify({ event_name: 'Lead', event_id: ID })
    const headers = { Origin: origin }
    const result = await handle(new Request(ORIGIN, { method: 'POST', headers, body }))
    const { ok, kept, status = 500 } = await result.json().catch(() => ({}))
    // As the tracker decides.
    truth.isExpected ||= !kept && /408|429|5../.test(ok === false ? status : result.status)
  }
  for (next of declined) await post(next === 'origin' ? 'https://other.example' : ORIGIN)
  next = responses[0]![0]
  if (isOfPage) {
    await post(ORIGIN, keep === 'none' ? undefined : store)
  } else {
    const event = { event_name: 'Lead', event_id: ID, event_time: nowMs / 1000 }
    const result = await createSender(options)(event)
    truth.isExpected ||= result.kind === 'retry'
  }
  const redeliver = createRedelivery(options)
  for (const [each, hours] of responses.slice(1)) {
    next = each
    nowMs += hours * HOUR_MS
    const { kind } = queue[0] ? await redeliver(queue[0]) : { kind: 'retry' }
    if (kind !== 'retry') queue.pop()
  }
  return { lines, truth: { ...truth, isQueued: queue.length > 0 } }

  function store(event: EventToSend): void {
    if (keep !== 'QUEUE_FULL') queue.push(event)
    if (keep !== 'stores')
      throw Object.assign(new Error(), { code: keep === 'late' ? 'ECONNRESET' : keep })
  }
}

it('calls no event declined that was accepted, waits, or may be sent by the page or other code', async () => {
  const log = join(await createFolder(), 'host.log')
  let found = 0
  await fc.assert(
    fc.asyncProperty(HISTORY, async (history) => {
      const { noise, rotated, declined, hasQueue } = history
      const { lines, truth } = await play(history)
      const order = (line: string): number => noise[lines.indexOf(line) % noise.length]!
      const left = lines
        // A rotation removes the oldest lines. Without older copies, any line may be missing.
        .filter((line, index) => index >= rotated && (declined.length > 0 || order(line) % 4 > 0))
        .flatMap((line) => (order(line) % 3 === 0 ? [line, line] : [line]))
        .toSorted((a, b) => order(a) - order(b))
      await writeFile(log, left.join('\n'))
      const { known, ...logs } = await readOutcomes([log], CONFIG.pixelId)
      expect(logs).toEqual({ lines: left.length, skipped: 0 })
      if (hasQueue) noteQueue(known, truth.isQueued ? [{ name: 'Lead', id: ID }] : [])
      const { accepted, unsent } = known.get(keyOf('Lead', ID)) ?? { accepted: new Set() }
      expect(accepted.size).toBeLessThanOrEqual(truth.accepted)
      if (accepted.size > 0) return
      const isKept = hasQueue || left.some((line) => /"kept"|kept":true/.test(line))
      if (isKept && truth.isQueued) expect(unsent).toBe('kept')
      if (hasQueue && !truth.isQueued) expect(unsent).not.toBe('kept')
      if (unsent !== 'declined') return
      found += 1
      expect(truth).toEqual({ accepted: 0, isExpected: false, isQueued: false })
    }),
    { seed: 1, numRuns: 400, examples: [[LATE], [{ ...LATE, keep: 'none', ...RETRIED }]] },
  )
  expect(found).toBeGreaterThan(20)
})

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import { createHandler } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { CONVERSION_PATH, EVENT_NAMES, type EventRequest } from '@conversion-capi/core/protocol'
import { createEmulator, type Faults } from '@conversion-capi/emulator'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

import { watchRejections } from '../watch-rejections.ts'

/** The load, the faults and the configuration of the proxy. */
export interface SoakSettings extends Record<
  'timeoutMs' | 'deadlineMs' | 'retries' | 'retryDelayMs',
  number
> {
  events: number
  /** The events are split into this many parts. After each one, events are counted and the heap is measured. */
  parts: number
  /** The number of visitors. Each one sends an event, waits for the response, pauses, and repeats. */
  concurrency: number
  /** The mean pause in milliseconds. Without a pause, the run measures only the queue. */
  pauseMs: number
  /** The probability that an attempt fails, from 0 to 1. The faults are equally likely. */
  faultRate: number
  /** @default all */
  faults?: readonly UpstreamFault[]
  seed: number
}

export type SoakReport = ReturnType<typeof emptyReport>

/** Every transient upstream failure, as faults of the emulator. */
const UPSTREAM_FAULTS = {
  'reset, event not recorded': { networkError: {} },
  'reset, event recorded': { networkError: { recorded: true } },
  'no response, event not recorded': { hang: {} },
  'no response, event recorded': { hang: { recorded: true } },
  '500, event recorded': { status: { status: 500, recorded: true } },
  '503': { status: { status: 503 } },
  '502 with HTML': { status: { status: 502, body: '<h1>Bad gateway</h1>' } },
  '429': { status: { status: 429 } },
  '400, code 4': { status: { status: 400, code: 4 } },
  '400, code 17': { status: { status: 400, code: 17 } },
  '400, code 613': { status: { status: 400, code: 613 } },
  '400, code 80004': { status: { status: 400, code: 80_004 } },
  '400, is_transient': {
    status: { status: 400, body: { error: { code: 100, is_transient: true } } },
  },
} satisfies Record<string, Faults>

type UpstreamFault = keyof typeof UPSTREAM_FAULTS

/**
 * Sends events through the proxy to a failing emulator, part by part. After each part, compares the
 * responses with the emulator's log and clears the log, so that only the proxy can grow the heap.
 */
export async function runSoak(settings: SoakSettings): Promise<SoakReport> {
  const { events, parts, concurrency, retries, timeoutMs, deadlineMs, retryDelayMs } = settings
  const faults = settings.faults ?? (Object.keys(UPSTREAM_FAULTS) as UpstreamFault[])
  const generator = mersenne(settings.seed)
  // The faults for the attempts of each event. They are drawn before the event is sent, so the same
  // seed makes the same events fail, independent of timing.
  const plans = new Map<string, (UpstreamFault | undefined)[]>()
  const latencies = new Float64Array(events)
  const report = emptyReport(settings, faults)

  const emulator = createEmulator({ maxEvents: events * (retries + 1) })
  const handle = createHandler({
    config: {
      pixelId: '1234567890',
      accessToken: 'emulator-access-token',
      timeoutMs,
      deadlineMs,
      retries,
      retryDelayMs,
    },
    fetch: faultyFetch as typeof fetch,
    onOutcome({ attempts }) {
      report.attempts[attempts] = (report.attempts[attempts] ?? 0) + 1
    },
  })

  const rejections = watchRejections()
  const loopDelay = monitorEventLoopDelay()
  loopDelay.enable()
  const started = performance.now()
  for (let part = 0; part < parts; part++) {
    const accepted = await sendAll(startOf(part), startOf(part + 1))
    // An attempt that timed out may still reach the emulator's log.
    await pause(timeoutMs)
    tally(accepted)
    emulator.clear()
    plans.clear()
    await measureHeap()
  }
  report.seconds = (performance.now() - started) / 1000
  report.unhandledRejections = rejections.take()
  rejections.stop()
  loopDelay.disable()
  report.latency = summarize(latencies)
  report.loopDelayMs = loopDelay.max / 1e6
  return report

  function startOf(part: number): number {
    return Math.round((events / parts) * part)
  }

  /** Sends the events from `start` up to, but not including, `end`. Returns the `ok` of each response by event ID. */
  async function sendAll(start: number, end: number): Promise<Map<string, boolean>> {
    const accepted = new Map<string, boolean>()
    let next = start
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (next < end) {
          await send(next++)
          await pause(2 * settings.pauseMs * Math.random())
        }
      }),
    )
    return accepted

    async function send(n: number): Promise<void> {
      const event = createSoakEvent(n)
      plans.set(event.event_id, Array.from({ length: retries + 1 }, drawFault))
      const body = JSON.stringify(event)
      const request = new Request(`https://school.example${CONVERSION_PATH}`, {
        method: 'POST',
        headers: { 'User-Agent': 'Soak/1.0', 'X-Forwarded-For': '203.0.113.7' },
        body,
      })
      const sentAt = performance.now()
      const response = await handle(request)
      latencies[n] = performance.now() - sentAt
      const { ok } = (await response.json()) as { ok: boolean }
      accepted.set(event.event_id, ok)
    }
  }

  function drawFault(): UpstreamFault | undefined {
    if (uniformFloat64(generator) >= settings.faultRate) return undefined
    return faults[Math.floor(uniformFloat64(generator) * faults.length)]
  }

  /** Sets the fault for this attempt, then calls the emulator. */
  function faultyFetch(url: string, init: { body: string }): Promise<Response> {
    if (UNHASHED.test(init.body)) report.leaks++
    const { data } = JSON.parse(init.body) as { data: [{ event_id: string }] }
    const fault = plans.get(data[0].event_id)?.shift()
    if (fault) report.faults[fault]!++
    emulator.setFaults(fault ? UPSTREAM_FAULTS[fault] : {})
    return emulator.fetch(url, init)
  }

  function tally(accepted: Map<string, boolean>): void {
    const counts = new Map<string, number>()
    for (const { event_id = '', counted } of emulator.events()) {
      if (!accepted.has(event_id)) report.neverSent.push(event_id)
      if (!counted) report.duplicates++
      else counts.set(event_id, (counts.get(event_id) ?? 0) + 1)
    }
    for (const [id, ok] of accepted) {
      const count = counts.get(id) ?? 0
      if (count > 1) report.countedTwice.push(id)
      else if (ok && count === 0) report.acceptedNotCounted.push(id)
      else if (ok) report.accepted++
      else if (count === 1) report.failedButCounted++
      else report.failedNotCounted++
    }
  }

  async function measureHeap(): Promise<void> {
    const { gc } = globalThis
    if (!gc) return
    // Finalizers release memory that only the next collection frees.
    for (let round = 0; round < 5; round++) {
      gc()
      await nextTurn()
    }
    report.heap.push(process.memoryUsage().heapUsed)
  }
}

function summarize(latencies: Float64Array): SoakReport['latency'] {
  const sorted = latencies.toSorted()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function emptyReport(settings: SoakSettings, faults: readonly string[]) {
  return {
    settings,
    seconds: 0,
    /** Events that the proxy accepted and the emulator counted once. */
    accepted: 0,
    /** Events with `ok: false` that the emulator did not count. */
    failedNotCounted: 0,
    /** Events with `ok: false` that the emulator counted once. */
    failedButCounted: 0,
    /** Event IDs, as in the next two lists. */
    acceptedNotCounted: [] as string[],
    countedTwice: [] as string[],
    /** Events in the emulator's log that had not been sent. */
    neverSent: [] as string[],
    duplicates: 0,
    faults: Object.fromEntries(faults.map((name) => [name, 0])) as Record<string, number>,
    /** The number of events by their number of attempts, as reported to `onOutcome`. */
    attempts: [] as number[],
    /** Milliseconds from the call of `handle` to its response. */
    latency: { p50: 0, p99: 0, max: 0 },
    /** The longest delay of the event loop, in milliseconds. The machine causes it, not the proxy. */
    loopDelayMs: 0,
    /** Bytes on the heap after each part and a garbage collection. Empty without `--expose-gc`. */
    heap: [] as number[],
    /** The number of upstream requests that contained unhashed personal data. */
    leaks: 0,
    unhandledRejections: [] as string[],
  }
}

/** Matches the unhashed personal data of every visitor, and no other field. */
const UNHASHED = /pii\.example|zlata7|777 000/i

/** Creates the event of visitor `n`. For every second visitor, personal data is unhashed. */
function createSoakEvent(n: number): EventRequest {
  const ph = `+7 777 000 ${String(n).padStart(6, '0')}`
  const unhashed = { em: `visitor${n}@pii.example`, ph, fn: 'Zlata7' }
  const entries = Object.entries(unhashed) as ['em' | 'ph' | 'fn', string][]
  const hashed = entries.map(([key, value]) => [key, hashPii(key, value)])
  return {
    event_name: EVENT_NAMES[n % EVENT_NAMES.length]!,
    event_id: `soak-${n}`,
    event_source_url: 'https://school.example/courses/algebra?grade=9',
    user_data: {
      fbp: `fb.1.1795170995788.${n}`,
      external_id: `visitor-${n}`,
      ...(n % 2 === 0 ? unhashed : Object.fromEntries(hashed)),
    },
    custom_data: { value: 990, currency: 'RUB', content_ids: ['algebra-9'] },
  }
}

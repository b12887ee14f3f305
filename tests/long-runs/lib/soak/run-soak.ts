import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

import { watchRejections } from '../watch-rejections.ts'
import { createSoakEvent, UNHASHED } from './soak-event.ts'
import type { SoakReport, SoakSettings } from './soak-report.ts'
import { UPSTREAM_FAULTS } from './upstream-faults.ts'

/**
 * Sends events through the proxy to a failing emulator, part by part. After each part, compares the
 * responses with the emulator's log and clears the log, so that only the proxy can grow the heap.
 */
export async function runSoak(settings: SoakSettings): Promise<SoakReport> {
  const { events, parts, concurrency, retries, timeoutMs, deadlineMs, retryDelayMs } = settings
  const generator = mersenne(settings.seed)
  // The faults for the attempts of each event. They are drawn before the event is sent, so the same
  // seed makes the same events fail, independent of timing.
  const plans = new Map<string, (string | undefined)[]>()
  const latencies = new Float64Array(events)
  const report = emptyReport(settings)

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

  function drawFault(): string | undefined {
    if (uniformFloat64(generator) >= settings.faultRate) return undefined
    return settings.faults[Math.floor(uniformFloat64(generator) * settings.faults.length)]
  }

  /** Sets the fault for this attempt, then calls the emulator. */
  function faultyFetch(url: string, init: { body: string }): Promise<Response> {
    if (UNHASHED.test(init.body)) report.leaks++
    const { data } = JSON.parse(init.body) as { data: [{ event_id: string }] }
    const fault = plans.get(data[0].event_id)?.shift()
    if (fault) report.faults[fault]!++
    emulator.setFaults(fault ? UPSTREAM_FAULTS[fault]! : {})
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

function emptyReport(settings: SoakSettings): SoakReport {
  return {
    settings,
    seconds: 0,
    accepted: 0,
    failedNotCounted: 0,
    failedButCounted: 0,
    acceptedNotCounted: [],
    countedTwice: [],
    neverSent: [],
    duplicates: 0,
    faults: Object.fromEntries(settings.faults.map((name) => [name, 0])),
    attempts: [],
    latency: { p50: 0, p99: 0, max: 0 },
    loopDelayMs: 0,
    heap: [],
    leaks: 0,
    unhandledRejections: [],
  }
}

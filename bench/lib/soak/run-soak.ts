import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

import { watchRejections } from '../watch-rejections.ts'
import { heapUsed } from './heap-used.ts'
import { PLATFORM_FAULTS } from './platform-faults.ts'
import { CLEAR_PII, soakEvent } from './soak-event.ts'
import type { SoakReport, SoakSettings } from './soak-report.ts'

/**
 * Sends events through the proxy to an emulator that keeps failing, part by part. After each part every
 * answer is held against what the emulator counted, and then the emulator forgets it: what the heap gains
 * from part to part is the proxy's.
 */
export async function runSoak(settings: SoakSettings): Promise<SoakReport> {
  const { events, parts, concurrency, retries, timeoutMs, deadlineMs, retryDelayMs } = settings
  const generator = mersenne(settings.seed)
  // Of each event under way, the faults that its attempts will meet, drawn before it is sent: so the
  // same events fail whatever the timing.
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
    const answers = await offer(firstOf(part), firstOf(part + 1))
    // An attempt that was given up may still be on its way into the emulator's log.
    await pause(timeoutMs)
    tally(answers)
    emulator.clear()
    plans.clear()
    await noteHeap()
  }
  report.seconds = (performance.now() - started) / 1000
  report.unhandledRejections = rejections.take()
  rejections.stop()
  loopDelay.disable()
  report.latency = summary(latencies)
  report.loopDelayMs = loopDelay.max / 1e6
  return report

  function firstOf(part: number): number {
    return Math.round((events / parts) * part)
  }

  /** Sends the events from `first` to below `end`; resolves to whether each was answered "ok", by id. */
  async function offer(first: number, end: number): Promise<Map<string, boolean>> {
    const answers = new Map<string, boolean>()
    let next = first
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (next < end) {
          await send(next++)
          await pause(2 * settings.pauseMs * Math.random())
        }
      }),
    )
    return answers

    async function send(n: number): Promise<void> {
      const event = soakEvent(n)
      plans.set(event.event_id, Array.from({ length: retries + 1 }, drawFault))
      const body = JSON.stringify(event)
      const request = new Request(`https://school.example${CONVERSION_PATH}`, {
        method: 'POST',
        headers: { 'User-Agent': 'Soak/1.0', 'X-Forwarded-For': '203.0.113.7' },
        body,
      })
      const sent = performance.now()
      const response = await handle(request)
      latencies[n] = performance.now() - sent
      const { ok } = (await response.json()) as { ok: boolean }
      answers.set(event.event_id, ok)
    }
  }

  function drawFault(): string | undefined {
    if (uniformFloat64(generator) >= settings.faultRate) return undefined
    return settings.faults[Math.floor(uniformFloat64(generator) * settings.faults.length)]
  }

  /** The emulator, told before each request which of its faults strikes it. */
  function faultyFetch(url: string, init: { body: string }): Promise<Response> {
    if (CLEAR_PII.test(init.body)) report.leaks++
    const { data } = JSON.parse(init.body) as { data: [{ event_id: string }] }
    const fault = plans.get(data[0].event_id)?.shift()
    if (fault) report.struck[fault]!++
    emulator.setFaults(fault ? PLATFORM_FAULTS[fault]! : {})
    return emulator.fetch(url, init)
  }

  function tally(answers: Map<string, boolean>): void {
    const counts = new Map<string, number>()
    for (const { event_id = '', counted } of emulator.events()) {
      if (!answers.has(event_id)) report.neverSent.push(event_id)
      if (!counted) report.duplicates++
      else counts.set(event_id, (counts.get(event_id) ?? 0) + 1)
    }
    for (const [id, ok] of answers) {
      const count = counts.get(id) ?? 0
      if (count > 1) report.countedTwice.push(id)
      else if (ok && count === 0) report.acceptedNotCounted.push(id)
      else if (ok) report.accepted++
      else if (count === 1) report.refusedYetCounted++
      else report.refusedNotCounted++
    }
  }

  async function noteHeap(): Promise<void> {
    const bytes = await heapUsed()
    if (bytes !== undefined) report.heap.push(bytes)
  }
}

function summary(latencies: Float64Array): SoakReport['latency'] {
  const sorted = latencies.toSorted()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function emptyReport(settings: SoakSettings): SoakReport {
  return {
    settings,
    seconds: 0,
    accepted: 0,
    refusedNotCounted: 0,
    refusedYetCounted: 0,
    acceptedNotCounted: [],
    countedTwice: [],
    neverSent: [],
    duplicates: 0,
    struck: Object.fromEntries(settings.faults.map((name) => [name, 0])),
    attempts: [],
    latency: { p50: 0, p99: 0, max: 0 },
    loopDelayMs: 0,
    heap: [],
    leaks: 0,
    unhandledRejections: [],
  }
}

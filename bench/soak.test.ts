import { beforeAll, describe, expect, it } from 'vitest'

import { judgeSoak, type SoakBounds } from './lib/soak/judge-soak.ts'
import { PLATFORM_FAULTS } from './lib/soak/platform-faults.ts'
import { runSoak } from './lib/soak/run-soak.ts'
import type { SoakReport } from './lib/soak/soak-report.ts'

// How fast this machine is while other tests run says nothing about the proxy, so the short run waits
// longer for an answer and does not judge by the clock or the heap. `pnpm soak` does.
const BOUNDS: SoakBounds = { minShare: 0.96, graceMs: Infinity, maxHeapGain: Infinity }

describe('the soak, 3,000 events', () => {
  let report: SoakReport

  beforeAll(async () => {
    report = await runSoak({
      events: 3000,
      parts: 1,
      concurrency: 200,
      pauseMs: 0,
      faultRate: 0.3,
      faults: Object.keys(PLATFORM_FAULTS),
      seed: 1,
      timeoutMs: 2000,
      deadlineMs: 10_000,
      retries: 2,
      retryDelayMs: 1,
    })
  })

  it('counts every event exactly once, or answers that it was not accepted', () => {
    expect(judgeSoak(report, BOUNDS)).toEqual([])
    expect(report.accepted + report.refusedNotCounted + report.refusedYetCounted).toBe(3000)
  })

  it('has met every fault, and copies that the platform discarded', () => {
    expect(Object.values(report.struck)).not.toContain(0)
    expect(report.duplicates).toBeGreaterThan(0)
  })

  it.each<[string, Partial<SoakReport>]>([
    ['soak-7 was counted twice, and 1 others.', { countedTwice: ['soak-7', 'soak-8'] }],
    ['soak-7 was answered "ok" and never counted.', { acceptedNotCounted: ['soak-7'] }],
    ['soak-7 was counted and had not been sent.', { neverSent: ['soak-7'] }],
    ['Error: no was an unhandled rejection.', { unhandledRejections: ['Error: no'] }],
    ['50.00 % were answered "ok"; the faults predict 97.30 %', { accepted: 1500 }],
    ['50.00 % were answered "ok"; it must be 96.00 % at least.', { accepted: 1500 }],
    ['onOutcome was told of 2999 events', { attempts: [0, 2999] }],
    [
      'onOutcome was told of 3000 events and attempts 0,2999,0,0,1',
      { attempts: [0, 2999, 0, 0, 1] },
    ],
    ['Some fault never struck', { struck: { reset: 0 } }],
    ['2 requests to the platform held personal data in clear.', { leaks: 2 }],
    ['An answer took 10251 ms', { latency: { p50: 1, p99: 2, max: 10251 } }],
    ['The heap gained 1000001 bytes', { heap: [0, 5, 1_000_001] }],
    ['The heap was not measured', { heap: [] }],
  ])('would say: %s', (sentence, broken) => {
    const strict = { ...BOUNDS, graceMs: 250, maxHeapGain: 1_000_000 }
    const fast = { ...report, latency: { p50: 1, p99: 2, max: 3 }, heap: [0, 0] }
    expect(judgeSoak(fast, strict)).toEqual([])
    expect(judgeSoak({ ...fast, ...broken }, strict).join('\n')).toContain(sentence)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'

import { checkSoak, type SoakBounds } from './lib/soak/check-soak.ts'
import { runSoak } from './lib/soak/run-soak.ts'
import type { SoakReport } from './lib/soak/soak-report.ts'
import { UPSTREAM_FAULTS } from './lib/soak/upstream-faults.ts'

// Other tests slow this run down, so it waits longer for responses and checks neither the clock nor the
// heap. `pnpm soak` checks both.
const BOUNDS: SoakBounds = { minShare: 0.96, graceMs: Infinity, maxHeapGain: Infinity }

describe('a soak of 3,000 events', () => {
  let report: SoakReport

  beforeAll(async () => {
    report = await runSoak({
      events: 3000,
      parts: 1,
      concurrency: 200,
      pauseMs: 0,
      faultRate: 0.3,
      faults: Object.keys(UPSTREAM_FAULTS),
      seed: 1,
      timeoutMs: 2000,
      deadlineMs: 10_000,
      retries: 2,
      retryDelayMs: 1,
    })
  })

  it('counts every event exactly once or reports it as not accepted', () => {
    expect(checkSoak(report, BOUNDS)).toEqual([])
    expect(report.accepted + report.failedNotCounted + report.failedButCounted).toBe(3000)
  })

  it('meets every fault and discards duplicates', () => {
    expect(Object.values(report.faults)).not.toContain(0)
    expect(report.duplicates).toBeGreaterThan(0)
  })

  it.each<[string, Partial<SoakReport>]>([
    ['soak-7 was counted twice, and 1 more.', { countedTwice: ['soak-7', 'soak-8'] }],
    ['soak-7 was accepted but never counted.', { acceptedNotCounted: ['soak-7'] }],
    ['soak-7 was counted but never sent.', { neverSent: ['soak-7'] }],
    ['Error: no was an unhandled rejection.', { unhandledRejections: ['Error: no'] }],
    ['50.00 % of the events were accepted, expected 97.30 %', { accepted: 1500 }],
    ['50.00 % of the events were accepted, expected at least 96.00 %.', { accepted: 1500 }],
    ['onOutcome was called for 2999 events', { attempts: [0, 2999] }],
    [
      'onOutcome was called for 3000 events, with the numbers of attempts 0,2999,0,0,1',
      { attempts: [0, 2999, 0, 0, 1] },
    ],
    ['Some fault never occurred', { faults: { reset: 0 } }],
    ['2 upstream requests contained unhashed personal data.', { leaks: 2 }],
    ['A response took 10251 ms', { latency: { p50: 1, p99: 2, max: 10251 } }],
    ['The heap grew by 1000001 bytes', { heap: [0, 5, 1_000_001] }],
    ['The heap was not measured', { heap: [] }],
  ])('reports "%s"', (sentence, change) => {
    const strict = { ...BOUNDS, graceMs: 250, maxHeapGain: 1_000_000 }
    const fast = { ...report, latency: { p50: 1, p99: 2, max: 3 }, heap: [0, 0] }
    expect(checkSoak(fast, strict)).toEqual([])
    expect(checkSoak({ ...fast, ...change }, strict).join('\n')).toContain(sentence)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'

import { checkSoak, type SoakBounds } from './lib/soak/check-soak.ts'
import { runSoak, type SoakReport } from './lib/soak/run-soak.ts'

// Other tests slow this run down, so it waits longer for responses and checks neither the clock nor the
// heap. `pnpm soak` checks both.
const BOUNDS: SoakBounds = { minShare: 0.96, graceMs: Infinity, maxHeapGain: Infinity }

describe('a soak of 1,500 events', () => {
  let report: SoakReport

  beforeAll(async () => {
    report = await runSoak({
      events: 1500,
      parts: 1,
      concurrency: 200,
      pauseMs: 0,
      faultRate: 0.3,
      seed: 1,
      timeoutMs: 2000,
      deadlineMs: 10_000,
      retries: 2,
      retryDelayMs: 1,
    })
  })

  it('counts every event exactly once or reports it as not accepted', () => {
    expect(checkSoak(report, BOUNDS)).toEqual([])
    expect(report.accepted + report.failedNotCounted + report.failedButCounted).toBe(1500)
  })

  it('meets every fault and discards duplicates', () => {
    expect(Object.values(report.faults)).not.toContain(0)
    expect(report.duplicates).toBeGreaterThan(0)
  })
})

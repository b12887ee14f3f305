import { beforeAll, describe, expect, inject, it } from 'vitest'

import { audit, findFailedAudits } from '@conversion-capi/test-support/lighthouse'

/** One page of each kind: front page, steps, tables, a package's README, results. */
const SAMPLES = [
  '/',
  '/start/netlify/',
  '/guides/operating/',
  '/packages/core/',
  '/inside/benchmarks/',
]

describe.each(SAMPLES)('Lighthouse with %s', (path) => {
  let report: Awaited<ReturnType<typeof audit>>

  beforeAll(async () => {
    report = await audit(inject('site') + path)
  })

  it.each(['accessibility', 'best-practices', 'seo'])('scores 100 for %s', (category) => {
    expect(report.runtimeError).toBeUndefined()
    expect(findFailedAudits(report, category)).toEqual([])
    expect(Math.round(report.categories[category]!.score! * 100)).toBe(100)
  })
})

import type { NodeServer } from '@conversion-capi/node'
import polaris from 'example-school-site/school'
import type { Result } from 'lighthouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { audit, findFailedAudits } from '@conversion-capi/test-support/lighthouse'
import { serveSchool } from './serve-school.ts'

describe.each(['/for-llm/', '/docs/api.html'])('Lighthouse with %s', (path) => {
  let server: NodeServer
  let report: Result

  beforeAll(async () => {
    server = await serveSchool(polaris)
    report = await audit(server.url + path)
  })

  afterAll(() => server?.close())

  it.each(['accessibility', 'best-practices', 'seo'])('scores 100 for %s', (category) => {
    expect(Math.round(report.categories[category]!.score! * 100)).toBe(100)
    expect(findFailedAudits(report, category)).toEqual([])
  })

  it('runs every audit without an error', () => {
    expect(report.runtimeError).toBeUndefined()
    const failed = Object.values(report.audits).filter((each) => each.scoreDisplayMode === 'error')
    expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([])
  })

  it('accepts llms.txt, robots.txt and the canonical URL', () => {
    for (const id of [
      'llms-txt',
      'robots-txt',
      'canonical',
      'is-crawlable',
      'agent-accessibility-tree',
    ]) {
      expect(`${id}: ${report.audits[id]!.score}`).toBe(`${id}: 1`)
    }
  })
})

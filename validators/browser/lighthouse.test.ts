import type { NodeServer } from '@conversion-capi/node'
import polaris from 'example-school-site/school'
import type { Result } from 'lighthouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { audit } from './audit.ts'
import { serveSchool } from './serve-school.ts'

describe.each(['/for-llm/', '/docs/api.html'])('Lighthouse on %s', (path) => {
  let server: NodeServer
  let report: Result

  beforeAll(async () => {
    server = await serveSchool(polaris)
    report = await audit(server.url + path)
  })

  afterAll(() => server?.close())

  it.each(['accessibility', 'best-practices', 'seo'])(
    'finds nothing to improve in %s',
    (category) => {
      expect(Math.round(report.categories[category]!.score! * 100)).toBe(100)
      expect(refused(report, category)).toEqual([])
    },
  )

  it('could run every audit', () => {
    expect(report.runtimeError).toBeUndefined()
    const failed = Object.values(report.audits).filter((each) => each.scoreDisplayMode === 'error')
    expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([])
  })

  it('finds llms.txt, robots.txt and the canonical address in order', () => {
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

/** Audits with a weight that found something, to be named when a test fails. */
function refused({ categories, audits }: Result, category: string): string[] {
  const heavy = categories[category]!.auditRefs.filter(({ weight }) => weight > 0)
  return heavy
    .map(({ id }) => audits[id]!)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id }) => id)
}

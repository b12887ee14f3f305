import type { NodeServer } from '@conversion-capi/node'
import type { Result } from 'lighthouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { audit, findFailedAudits } from '@conversion-capi/test-support/lighthouse'
import { serveExample } from '../lib/serve-site.ts'

const CATEGORIES = ['accessibility', 'seo', 'agentic-browsing']

describe.each([
  // Best practices forbid failed requests. Here, Meta's script and the proxy without a token fail.
  ['/', CATEGORIES],
  ['/for-llm/', [...CATEGORIES, 'best-practices']],
  ['/docs/api.html', [...CATEGORIES, 'best-practices']],
])('Lighthouse with %s', (path, categories) => {
  let server: NodeServer
  let report: Result

  beforeAll(async () => {
    server = await serveExample()
    report = await audit(server.url + path)
  })

  afterAll(() => server?.close())

  it.each(categories)('scores 100 for %s', (category) => {
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

import type { NodeServer } from '@conversion-capi/node'
import { type CheckResult, runChecks } from 'afdocs'
import polaris from 'example-school-site/school'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { serveExample, serveSchool } from './lib/serve-site.ts'

describe('afdocs with the example school', () => {
  let server: NodeServer

  afterEach(() => server?.close())

  it('finds only what the README explains, and requests nothing from other hosts', async () => {
    server = await serveExample()
    using fetched = vi.spyOn(globalThis, 'fetch')
    const results = await check(server.url)
    expect(findProblems(results)).toEqual(['llms-txt-links-markdown', 'markdown-url-support'])
    const buried = results.filter(({ id }) => id.startsWith('llms-txt-directive'))
    expect(buried.map(({ details }) => details!.buriedCount)).toEqual([0, 0])
    const hosts = fetched.mock.calls.map(([url]) => new URL(String(url)).origin)
    expect(new Set(hosts)).toEqual(new Set([server.url]))
  })

  it('notices that the handwritten pages are missing', async () => {
    server = await serveSchool(polaris)
    expect(findProblems(await check(server.url))).toEqual(
      expect.arrayContaining(['llms-txt-links-resolve', 'content-negotiation']),
    )
  })
})

/** Runs all checks. In every response, the URL of the server takes the place of the school's. */
async function check(url: string): Promise<CheckResult[]> {
  const { results } = await runChecks(url, {
    canonicalOrigin: polaris.url,
    samplingStrategy: 'curated',
    curatedPages: ['/', '/programs/physics.html', '/for-llm/'].map((path) => url + path),
    requestDelay: 0,
    maxConcurrency: 50,
  })
  return results
}

/** Skipped is only the check of other ways to read pages that need an account. */
function findProblems(results: CheckResult[]): string[] {
  return results
    .filter(({ id, status }) => status !== 'pass' && id !== 'auth-alternative-access')
    .map(({ id }) => id)
}

import type { School } from '@conversion-capi/content'
import robotsParser from 'robots-parser'
import { describe, expect, it } from 'vitest'

import { findResource } from './lib/resources.ts'
import { runPython } from './lib/run-command.ts'
import { schools } from './lib/schools.ts'

// The types declare a default export, but the module exports the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

describe.each(schools)('robots.txt of %s', (_, school) => {
  const text = findResource(school, '/robots.txt').body
  const bots = [...text.matchAll(/^User-agent: (.+)$/gm)].map(([, bot]) => bot!)
  const allowed = samplePaths(school).map((path) => new URL(path, school.url).href)
  const disallowed = (school.crawlers?.disallow ?? []).map(
    (path) => new URL(`${path}x`, school.url).href,
  )
  const sitemap = `${school.url}/sitemap.xml`

  it('matches the description according to robots-parser', () => {
    const robots = parseRobots(`${school.url}/robots.txt`, text)
    for (const bot of bots) {
      expect(allowed.filter((url) => !robots.isAllowed(url, bot))).toEqual([])
      expect(disallowed.filter((url) => robots.isAllowed(url, bot))).toEqual([])
    }
    expect(robots.getSitemaps()).toEqual([sitemap])
  })

  it('matches the description according to urllib.robotparser', () => {
    const expected = [
      ...allowed.map((url) => ({ url, allowed: true })),
      ...disallowed.map((url) => ({ url, allowed: false })),
    ].flatMap((each) => bots.map((bot) => ({ bot, ...each })))
    const result = runRobotParser(
      text,
      expected.map(({ bot, url }) => [bot, url]),
    )
    const wrong = expected.filter((each, index) => result.allowed[index] !== each.allowed)
    expect(wrong).toEqual([])
    expect(result.allowed).toHaveLength(expected.length)
    expect(result.sitemaps).toEqual([sitemap])
  })
})

interface RobotParserResult {
  allowed: boolean[]
  sitemaps: string[]
}

function runRobotParser(text: string, queries: [bot: string, url: string][]): RobotParserResult {
  return runPython('robots_txt.py', { text, queries }) as RobotParserResult
}

/** Returns allowed paths: about 50 pages, evenly spaced, and some of the generated files. */
function samplePaths({ pages }: School): string[] {
  const step = Math.ceil(pages.length / 50)
  const paths = pages.map(({ path }) => path).filter((_, index) => index % step === 0)
  return [
    ...paths,
    '/llms.txt',
    '/llms-full.txt',
    '/for-llm/',
    '/docs/api.html',
    '/.well-known/api-catalog',
  ]
}

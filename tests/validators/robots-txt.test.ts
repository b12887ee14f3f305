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

  it('allows the AI crawlers by name, and all others', () => {
    const companies = [
      'GPTBot',
      'ClaudeBot',
      'PerplexityBot',
      'Google-Extended',
      'meta-externalagent',
    ]
    expect(bots).toEqual(expect.arrayContaining([...companies, '*']))
  })

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

describe('robots-parser and urllib.robotparser', () => {
  const url = 'https://polaris.example/private/'
  const evaluate = (text: string): unknown[] => [
    parseRobots('https://polaris.example/robots.txt', text).isAllowed(url, 'GPTBot'),
    ...runRobotParser(text, [['GPTBot', url]]).allowed,
  ]

  it('disagree if the wider rule comes first: one uses the longest match, the other the first', () => {
    expect(evaluate('User-agent: *\nAllow: /\nDisallow: /private/\n')).toEqual([false, true])
    expect(evaluate('User-agent: *\nDisallow: /private/\nAllow: /\n')).toEqual([false, false])
  })

  it('agree that a bot with its own group ignores the other groups', () => {
    const text = 'User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nDisallow: /private/\n'
    expect(evaluate(text)).toEqual([true, true])
  })
})

/**
 * Cases from Google's own tests. `probe` decides by robots-parser what a crawler may read.
 *
 * @see https://github.com/google/robotstxt, robots_test.cc (21fc90b)
 */
describe("robots-parser in Google's tests", () => {
  it.each<[rules: string, allowed: string, disallowed: string]>([
    ['disallow: /x/page.html, allow: /x/', '/x/', '/x/page.html'],
    ['allow: /x/page.html, disallow: /x/', '/x/page.html', '/x/'],
    ['disallow: , allow: ', '/x/page.html', ''],
    ['disallow: /, allow: /', '/x/page.html', ''],
    ['disallow: /x, allow: /x/', '/x/', '/x'],
    ['allow: /page, disallow: /*.html', '/page', '/page.html'],
    ['allow: /x/page., disallow: /*.html', '/x/page.html', '/x/y.html'],
    ['disallow: /X/', '/x/y', '/X/y'],
    ['disallow: /, allow: /foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/'],
    ['disallow: /, allow: /foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', '/foo/bar/'],
    ['disallow: /foo/bar/quz, allow: /foo/*/qux', '/foo/quz /foo//quz', '/foo/bar/quz'],
    ['disallow: /foo/bar$, allow: /foo/bar/qux', '/foo/bar/ /foo/bar/qux', '/foo/bar'],
    ['# Disallow: /, Disallow: /foo/quz#qux, Allow: /', '/foo/bar', '/foo/quz'],
    ['disallow: /, allow: /fish', '/fish.html?id=1 /fishheads', '/Fish.asp /catfish /?id=fish'],
    ['disallow: /, allow: /fish*', '/fish /fish/salmon.html', '/Fish.bar /catfish'],
    ['disallow: /, allow: /fish/', '/fish/ /fish/?salmon', '/fish /fish.html'],
    ['disallow: /, allow: /*.php', '/a/b.php?c /index?f=a.php/', '/php/ /windows.PHP'],
    ['disallow: /, allow: /*.php$', '/a/b.php', '/a.php?b /a.php/ /a.php5'],
    ['disallow: /, allow: /fish*.php', '/fishheads/catfish.php?a', '/Fish.PHP'],
    ['allow: /$, disallow: /', '/', '/page.html'],
  ])('reads "%s" like Google', (rules, allowed, disallowed) => {
    const text = `user-agent: FooBot\n${rules.replaceAll(', ', '\n')}\n`
    const robots = parseRobots('https://foo.example/robots.txt', text)
    const isAllowed = (path: string) => robots.isAllowed(`https://foo.example${path}`, 'FooBot')
    const [good, bad] = [allowed, disallowed].map((paths) => paths.split(' ').filter(Boolean))
    expect(good!.filter((path) => !isAllowed(path))).toEqual([])
    expect(bad!.filter(isAllowed)).toEqual([])
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

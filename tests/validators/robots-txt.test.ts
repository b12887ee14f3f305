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
 * The decisions in Google's own tests: lines of a file, allowed and disallowed paths. `probe` decides by robots-parser
 * what a crawler may read. The crawler is FooBot unless another name precedes the path.
 *
 * @see https://github.com/google/robotstxt, robots_test.cc (22b355f)
 */
const GOOGLE_DECISIONS = `
disallow: / | | /x/y
foo: FooBot, bar: / | /x/y |
allow: /foo/bar/, , user-agent: FooBot, disallow: /, allow: /x/, user-agent: BarBot, disallow: /, allow: /y/, , , allow: /w/, user-agent: BazBot, , user-agent: FooBot, allow: /z/, disallow: / | /x/b /z/d BarBot/y/c BarBot/w/a BazBot/z/d | /y/c BarBot/z/d /foo/bar/ BarBot/foo/bar/ BazBot/foo/bar/
User-agent: BarBot, Sitemap: https://foo.bar/sitemap, User-agent: *, Disallow: / | | / BarBot/
User-agent: FooBot, Invalid-Unknown-Line: unknown, User-agent: *, Disallow: / | | / BarBot/
USER-AGENT: FooBot, ALLOW: /x/, DISALLOW: / | /x/y | /a/b
allow: /x/, disallow: / | /x/y | /a/b
uSeR-aGeNt: FooBot, AlLoW: /x/, dIsAlLoW: / | /x/y | /a/b
| /x/y |
user-agent: *, allow: /, user-agent: FooBot, disallow: / | BarBot/x/y | /x/y
user-agent: FooBot, allow: /, user-agent: BarBot, disallow: /, user-agent: BazBot, disallow: / | QuxBot/x/y |
disallow: /x/ | | /x/y
disallow: /X/ | /x/y |
disallow: /x/page.html, allow: /x/ | | /x/page.html
allow: /x/page.html, disallow: /x/ | /x/page.html | /x/
disallow: , allow: | /x/page.html |
disallow: /, allow: / | /x/page.html |
disallow: /x, allow: /x/ | /x/ | /x
disallow: /x/page.html, allow: /x/page.html | /x/page.html |
allow: /page, disallow: /*.html | /page | /page.html
allow: /x/page., disallow: /*.html | /x/page.html | /x/y.html
User-agent: *, Disallow: /x/, User-agent: FooBot, Disallow: /y/ | /x/page | /y/page
Disallow: /, Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par | /foo/bar?qux=taz&baz=http://foo.bar?tar&par |
Disallow: /, Allow: /foo/bar/ツ | /foo/bar/%E3%83%84 |
Disallow: /, Allow: /foo/bar/%E3%83%84 | /foo/bar/%E3%83%84 |
Disallow: /, Allow: /foo/bar/%62%61%7A | /foo/bar/%62%61%7A | /foo/bar/baz
Disallow: /foo/bar/quz, Allow: /foo/*/qux | /foo/quz /foo//quz /foo/bax/quz | /foo/bar/quz
Disallow: /foo/bar$, Allow: /foo/bar/qux | /foo/bar/qux /foo/bar/ /foo/bar/baz | /foo/bar
# Disallow: /, Disallow: /foo/quz#qux, Allow: / | /foo/bar | /foo/quz
disallow: /, allow: /fish | /fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything | /bar /Fish.asp /catfish /?id=fish
disallow: /, allow: /fish* | /fish /fish.html /fish/salmon.html /fishheads /fishheads/yummy.html /fish.html?id=anything | /bar /Fish.bar /catfish /?id=fish
disallow: /, allow: /fish/ | /fish/ /fish/salmon /fish/?salmon /fish/salmon.html /fish/?id=anything | /bar /fish /fish.html /Fish/Salmon.html
disallow: /, allow: /*.php | /filename.php /folder/filename.php /folder/filename.php?parameters //folder/any.php.file.html /filename.php/ /index?f=filename.php/ | /bar /php/ /index?php /windows.PHP
disallow: /, allow: /*.php$ | /filename.php /folder/filename.php | /bar /filename.php?parameters /filename.php/ /filename.php5 /php/ /filename?php /aaaphpaaa //windows.PHP
disallow: /, allow: /fish*.php | /fish.php /fishheads/catfish.php?parameters | /bar /Fish.PHP
allow: /p, disallow: / | /page |
allow: /folder, disallow: /folder | /folder/page |
allow: /page, disallow: /*.htm | | /page.htm
allow: /$, disallow: / | / | /page.html
`

describe("robots-parser in Google's tests", () => {
  const cases = GOOGLE_DECISIONS.trim().split('\n')
  it.each(cases)('decides "%s" like Google', (row) => {
    const [rules, ...paths] = row.split('|')
    const group = /user-agent/i.test(rules!) ? '' : 'user-agent: FooBot\n'
    const text = group + rules!.replaceAll(', ', '\n')
    const robots = parseRobots('https://foo.bar/robots.txt', text)
    const isAllowed = (target: string) => {
      const [, agent, path] = /^(\w*)(.*)$/.exec(target)!
      return robots.isAllowed(`https://foo.bar${path}`, agent || 'FooBot')
    }
    const [allowed, disallowed] = paths.map((each) => each.split(' ').filter(Boolean))
    expect(allowed!.filter((path) => !isAllowed(path))).toEqual([])
    expect(disallowed!.filter(isAllowed)).toEqual([])
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

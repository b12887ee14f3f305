import type { School } from '@conversion-capi/content'
import robotsParser from 'robots-parser'
import { describe, expect, it } from 'vitest'

import { findResource } from './lib/find-resource.ts'
import { runPython } from './lib/run-python.ts'
import { schools } from './lib/schools.ts'

// Its types describe a module with a default export; what is there is the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

describe.each(schools)('robots.txt of %s', (_, school) => {
  const text = findResource(school, '/robots.txt').body
  const bots = [...text.matchAll(/^User-agent: (.+)$/gm)].map(([, bot]) => bot!)
  const allowed = sample(school).map((path) => new URL(path, school.url).href)
  const refused = (school.crawlers?.disallow ?? []).map(
    (path) => new URL(`${path}x`, school.url).href,
  )
  const sitemap = `${school.url}/sitemap.xml`

  it('welcomes the bots of the AI companies by name, and everyone', () => {
    const companies = [
      'GPTBot',
      'ClaudeBot',
      'PerplexityBot',
      'Google-Extended',
      'meta-externalagent',
    ]
    expect(bots).toEqual(expect.arrayContaining([...companies, '*']))
  })

  it('is read by robots-parser as the description says', () => {
    const robots = parseRobots(`${school.url}/robots.txt`, text)
    for (const bot of bots) {
      expect(allowed.filter((url) => !robots.isAllowed(url, bot))).toEqual([])
      expect(refused.filter((url) => robots.isAllowed(url, bot))).toEqual([])
    }
    expect(robots.getSitemaps()).toEqual([sitemap])
  })

  it('is read by Python’s urllib.robotparser as the description says', () => {
    const expected = [
      ...allowed.map((url) => ({ url, allowed: true })),
      ...refused.map((url) => ({ url, allowed: false })),
    ].flatMap((each) => bots.map((bot) => ({ bot, ...each })))
    const read = askPython(
      text,
      expected.map(({ bot, url }) => [bot, url]),
    )
    const wrong = expected.filter((each, index) => read.answers[index] !== each.allowed)
    expect(wrong).toEqual([])
    expect(read.answers).toHaveLength(expected.length)
    expect(read.sitemaps).toEqual([sitemap])
  })
})

describe('the two readers of robots.txt', () => {
  const url = 'https://polaris.example/private/'
  const read = (text: string): unknown[] => [
    parseRobots('https://polaris.example/robots.txt', text).isAllowed(url, 'GPTBot'),
    ...askPython(text, [['GPTBot', url]]).answers,
  ]

  it('differ where the wide rule stands first: one takes the longest that matches, one the first', () => {
    expect(read('User-agent: *\nAllow: /\nDisallow: /private/\n')).toEqual([false, true])
    expect(read('User-agent: *\nDisallow: /private/\nAllow: /\n')).toEqual([false, false])
  })

  it('agree that a bot that is named reads no other group', () => {
    const text = 'User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nDisallow: /private/\n'
    expect(read(text)).toEqual([true, true])
  })
})

interface Answers {
  answers: boolean[]
  sitemaps: string[]
}

function askPython(text: string, questions: [bot: string, url: string][]): Answers {
  return runPython('robots_txt.py', { text, questions }) as Answers
}

/** Paths that everyone may read: some pages from the first to the last, and the files. */
function sample({ pages }: School): string[] {
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

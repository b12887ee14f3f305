import robotsModule from 'robots-parser'
import { describe, expect, it } from 'vitest'

import type { School } from '../school/school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { robotsTxt } from './robots-txt.ts'

// The types declare a `default` member, but the module itself is the function.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

const ROBOTS = 'https://polaris.example/robots.txt'

describe('robotsTxt()', () => {
  it('lists AI crawlers by name in one group with *', () => {
    const { body } = robotsTxt(smallSchool())

    expect(body.startsWith('# AI crawlers are welcome.')).toBe(true)
    expect(body).toMatch(/^User-agent: GPTBot$/m)
    expect(body).toMatch(/^User-agent: ClaudeBot$/m)
    expect(body).toMatch(/^User-agent: \*$/m)
    // Some parsers end a group at a blank line.
    const [group, rest] = body.split('\n\n')
    expect(group!.match(/^User-agent: /gm)).toEqual(body.match(/^User-agent: /gm))
    expect(rest).toBe('Sitemap: https://polaris.example/sitemap.xml\n')
  })

  it('writes only valid and unique product tokens', () => {
    const names = userAgents(robotsTxt(smallSchool()).body)

    expect(names.filter((name) => !/^([A-Za-z_-]+|\*)$/.test(name))).toEqual([])
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  it('allows every crawler every path by default', () => {
    const robots = parse({})

    expect(robots.isAllowed('https://polaris.example/', 'GPTBot')).toBe(true)
    expect(robots.isAllowed('https://polaris.example/for-llm/', 'Whatever/1.0')).toBe(true)
    expect(robots.getSitemaps()).toEqual(['https://polaris.example/sitemap.xml'])
  })

  it('disallows paths for every crawler, including those listed by name', () => {
    const robots = parse({ disallow: ['/private/', '/*?', '/черновики/', '/[old]/'] })

    for (const bot of ['GPTBot', 'Whatever/1.0']) {
      expect(robots.isDisallowed('https://polaris.example/private/a', bot)).toBe(true)
      expect(robots.isDisallowed('https://polaris.example/a?b=c', bot)).toBe(true)
      expect(robots.isDisallowed('https://polaris.example/черновики/a', bot)).toBe(true)
      expect(robots.isDisallowed('https://polaris.example/%5Bold%5D/a', bot)).toBe(true)
      expect(robots.isAllowed('https://polaris.example/a', bot)).toBe(true)
    }
  })

  it('writes Disallow before Allow for parsers that apply the first match', () => {
    const { body } = robotsTxt(smallSchool({ crawlers: { disallow: ['/a/', '/b/'] } }))

    expect(body).toContain('\nDisallow: /a/\nDisallow: /b/\nAllow: /\n')
  })

  it.each(['/', '/*', '/**', '/*$'])('omits the welcome if %s is disallowed', (path) => {
    const { body } = robotsTxt(smallSchool({ crawlers: { disallow: [path] } }))

    expect(robotsParser(ROBOTS, body).isDisallowed('https://polaris.example/a', 'GPTBot')).toBe(
      true,
    )
    expect(body).not.toContain('welcome')
    expect(body).not.toContain('Allow: /')
  })

  it('replaces the default list with the school’s crawlers', () => {
    expect(userAgents(write({ welcome: ['GPTBot', 'Own_Bot'] }))).toEqual([
      'GPTBot',
      'Own_Bot',
      '*',
    ])
    expect(userAgents(write({ welcome: [] }))).toEqual(['*'])
    expect(userAgents(write({ welcome: ['GPTBot', 'GPTBot'] }))).toEqual(['GPTBot', '*'])
  })

  it('writes the content signals', () => {
    expect(write({})).toContain('\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\n')
    expect(write({ signals: { aiTrain: false } })).toContain(
      '\nContent-Signal: search=yes, ai-input=yes, ai-train=no\n',
    )
  })
})

function write(crawlers: NonNullable<School['crawlers']>): string {
  return robotsTxt(smallSchool({ crawlers })).body
}

function parse(crawlers: NonNullable<School['crawlers']>): ReturnType<typeof robotsParser> {
  return robotsParser(ROBOTS, write(crawlers))
}

function userAgents(body: string): string[] {
  return [...body.matchAll(/^User-agent: (.+)$/gm)].map(([, name]) => name!)
}

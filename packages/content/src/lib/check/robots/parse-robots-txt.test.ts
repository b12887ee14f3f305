import { describe, expect, it } from 'vitest'

import { parseRobotsTxt } from './parse-robots-txt.ts'

/**
 * The files and results of Google's own tests. Where Google guesses what a line means, the line is reported, because
 * other crawlers do not guess. Not checked: lines of more than 16,664 bytes, which Google cuts.
 *
 * @see https://github.com/google/robotstxt, robots_test.cc (21fc90b) and reporting_robots_test.cc (19feaac)
 */
describe("parseRobotsTxt() with the files of Google's tests", () => {
  it('reports each line that Google guesses or cannot read, and leaves unknown records alone', () => {
    const lines = [
      'User-Agent: foo',
      'Allow: /some/path',
      'User-Agent bar # no',
      'absolutely random line',
      '#so comment, much wow',
      '',
      'unicorns: /extinct',
      'noarchive: /some',
      'Disallow: /',
      'Error #and comment',
      'useragent: baz',
      'disallaw: /some',
      'site-map: https://e/s.xml #comment',
      'sitemap: https://e/t.xml',
      'Noarchive: /someCapital',
    ]
    // Google reads line 9, although a blank line precedes it. Python's parser does not.
    expect(findLines(lines.join('\n'))).toEqual([3, 4, 9, 10, 11, 12, 13])
  })

  it('reports rules outside groups, and the second group of a crawler, which Google merges', () => {
    const lines = ['allow: /foo/bar/', '', 'user-agent: FooBot', 'disallow: /', 'allow: /x/']
    lines.push('user-agent: BarBot', 'disallow: /', 'allow: /y/', '', '', 'allow: /w/')
    lines.push('user-agent: BazBot', '', 'user-agent: FooBot', 'allow: /z/', 'disallow: /')
    expect(findLines(lines.join('\n'))).toEqual([1, 11, 14])
  })

  it.each([
    ['Unix', ['\n', '\n', '\n', '\n', '\n', '\n']],
    ['DOS', ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n']],
    ['Mac', ['\r', '\r', '\r', '\r', '\r', '\r']],
    ['no final', ['\n', '\n', '\n', '\n', '\n', '']],
    ['mixed', ['\n', '\r\n', '\n', '\r\n', '\n', '']],
  ])('counts the lines of a file with %s line ends', (_, ends) => {
    const lines = ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: bar', '', '', 'Disallow: /']
    const { groups, findings } = parseRobotsTxt(lines.map((line, i) => line + ends[i]).join(''))
    expect(groups.map(({ line, tokens }) => [line, ...tokens])).toEqual([
      [1, 'foo'],
      [3, 'bar'],
    ])
    expect(findings.map(({ line }) => line)).toEqual([6])
  })

  it('skips a byte order mark only at the start of the file', () => {
    expect(findLines('\ufeffUser-Agent: foo\nAllow: /AnyValue\n')).toEqual([])
    expect(findLines('User-Agent: foo\n\ufeffAllow: /AnyValue\n')).toEqual([2])
  })

  it.each([
    [true, ['Foobot', 'Foobot-Bar', 'Foo_Bar', 'FOO']],
    [false, ['', 'ツ', 'Foobot*', 'Foobot/2.1', 'Foobot Bar']],
  ])('accepts names of crawlers (%s)', (isValid, names) => {
    const accepted = (name: string) => findLines(`user-agent: ${name}`).length === 0
    expect(names.filter((name) => accepted(name) !== isValid)).toEqual([])
  })
})

function findLines(text: string) {
  return parseRobotsTxt(text).findings.map(({ line }) => line)
}

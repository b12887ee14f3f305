import { describe, expect, it } from 'vitest'

import { smallSchool } from '../../school.fixture.ts'
import { renderResources } from '../../render-resources.ts'
import { findFindings, listFindings } from '../find-findings.fixture.ts'

describe('checkSize()', () => {
  it('names the sections of the Markdown files to shorten', () => {
    const school = smallSchool({
      description: 'a'.repeat(20_000),
      faq: [{ question: 'Why?', answer: 'b'.repeat(90_000) }],
    })
    expect(listFindings(renderResources(school), school)).toEqual(
      ['/llms-full.txt', '/for-llm/index.md'].map((path) =>
        expect.stringMatching(
          new RegExp(
            String.raw`^${path}: The file has 112,\d{3} characters, and agents read 100,000\. Shorten "Questions and answers" \(90,0\d\d characters\), "About the school" \(20,0\d\d characters\), `,
          ),
        ),
      ),
    )
  })

  it('names the sections of an llms.txt to shorten', () => {
    const change = (body: string) => body.replace('## Pages\n', `$&\n${'c'.repeat(50_000)}\n`)
    expect(findFindings('/llms.txt', change)).toEqual([
      expect.stringMatching(
        /^The file has 5\d,\d{3} characters, and agents read 50,000\. Shorten "Pages" \(50,\d{3} characters\), /,
      ),
    ])
  })

  it('reports a robots.txt that crawlers would truncate', () => {
    const change = (body: string) => `${body}${'# a\n'.repeat(128_000)}`
    expect(findFindings('/robots.txt', change)).toEqual([
      expect.stringMatching(/^The file has 51\d,\d{3} bytes, and crawlers read 512,000\. /),
    ])
  })

  it('reports a sitemap that is too large', () => {
    const change = (body: string) => body + ' '.repeat(52_428_800)
    expect(findFindings('/sitemap.xml', change)).toEqual([
      expect.stringMatching(
        /^The file has 52,\d{3},\d{3} bytes, and search engines read 52,428,800\. /,
      ),
    ])
  })
})

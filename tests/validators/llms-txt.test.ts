import { describe, expect, it } from 'vitest'

import { findResource } from './lib/resources.ts'
import { runPython } from './lib/run-command.ts'
import { schools } from './lib/schools.ts'

describe.each(schools)('llms.txt of %s, parsed with the reference grammar', (_, school) => {
  const parsed = parse(findResource(school, '/llms.txt').body)
  const links = Object.values(parsed.sections).flat()

  it('contains the name and the summary of the school, followed by a paragraph', () => {
    expect(parsed).toMatchObject({ title: school.name, summary: school.summary ?? null })
    expect(parsed.info.trim().length).toBeGreaterThan(50)
  })

  it('links to every page with a description by its title', () => {
    const described = school.pages.filter(({ description }) => description !== undefined)
    expect(described).not.toEqual([])
    for (const { title, path, description } of described) {
      const url = new URL(path, school.url).href
      expect(links).toContainEqual({ title, url, desc: description })
    }
  })

  it('uses absolute URLs only', () => {
    for (const { url } of links) expect(new URL(url).href).toBe(url)
  })
})

describe('the reference grammar', () => {
  /** @see https://github.com/AnswerDotAI/llms-txt, tests/test-parse.py (b39ea21) */
  it.each([
    [
      'several sections',
      '> About\n\nMore\n\n## Links\n\n- [a](b): c\n- [d](e)\n\n## Optional\n\n- [f](g)\n',
      { summary: 'About', info: 'More' },
      { Links: 2, Optional: 1 },
    ],
    [
      'no summary',
      'Details\n\n## Section\n\n- [a](b)\n',
      { summary: null, info: 'Details' },
      { Section: 1 },
    ],
    ['no links', '> About\n\nDetails\n', { summary: 'About', info: 'Details' }, {}],
  ])("reads %s as in the reference parser's own tests", (_, text, head, counts) => {
    const { sections, ...parsed } = parse(`# Title\n\n${text}`)
    expect(parsed).toEqual({ title: 'Title', ...head })
    const found = Object.entries(sections).map(([name, links]) => [name, links.length])
    expect(Object.fromEntries(found)).toEqual(counts)
  })

  it.each([
    ['a title only', '# Polaris\n'],
    ['a section without a preceding paragraph', '# Polaris\n\n## Pages\n\n- [Home](/)\n'],
    ['prose in a section', '# Polaris\n\n> School\n\nText.\n\n## Pages\n\nThese are the pages.\n'],
  ])('rejects %s', (_, text) => {
    expect(() => parse(text)).toThrow("'NoneType' object has no attribute 'groupdict'")
  })
})

interface LlmsTxt {
  title: string
  summary: string | null
  info: string
  sections: Record<string, { title: string; url: string; desc: string | null }[]>
}

function parse(text: string): LlmsTxt {
  return runPython('llms_txt.py', text) as LlmsTxt
}

import { describe, expect, it } from 'vitest'

import { parseLlmsTxt } from './parse-llms-txt.fixture.ts'

const HEAD = '# Polaris\n\n> A school.\n\nFacts.\n\n'

describe('parseLlmsTxt()', () => {
  it('parses the title, summary, text and links', () => {
    const text = `${HEAD}## Pages\n\n- [Home](https://polaris.example/): What it is: all.\n- [Terms](/terms)\n`
    expect(parseLlmsTxt(text)).toEqual({
      title: 'Polaris',
      summary: 'A school.',
      info: 'Facts.',
      sections: new Map([
        [
          'Pages',
          [
            {
              title: 'Home',
              url: 'https://polaris.example/',
              description: 'What it is: all.',
            },
            { title: 'Terms', url: '/terms', description: undefined },
          ],
        ],
      ]),
    })
  })

  // The reference parser throws on these, although the proposal allows most of them.
  it.each([
    ['an empty file', ''],
    ['a title alone', '# Polaris\n'],
    ['a title and a section', '# Polaris\n\n## Pages\n\n- [a](b)\n'],
    ['a byte order mark', `\ufeff${HEAD}`],
    ['bullets that are stars', `${HEAD}## Pages\n\n* [a](b)\n`],
    ['prose in a section', `${HEAD}## Pages\n\nAll of them:\n\n- [a](b)\n`],
    ['a list item on two lines', `${HEAD}## Pages\n\n- [a](b): long\n  description\n`],
    ['a bracket in the text of a link', `${HEAD}## Pages\n\n- [a [1] b](c)\n`],
    ['a deeper heading before the first section', '# P\n\n> S\n\n### More\n\nFacts.\n'],
  ])('returns undefined for %s', (_, text) => {
    expect(parseLlmsTxt(text)).toBeUndefined()
  })

  it('treats the summary as text if no paragraph follows it', () => {
    const file = parseLlmsTxt('# Polaris\n\n> A school.\n\n## Pages\n\n- [a](b)\n')
    expect(file).toMatchObject({ summary: undefined, info: '> A school.' })
  })

  it('treats the second line of a summary as text', () => {
    const file = parseLlmsTxt('# Polaris\n\n> A school.\n> Online.\n\nFacts.\n')
    expect(file).toMatchObject({ summary: 'A school.', info: '> Online.\n\nFacts.' })
  })

  it('ends a URL at a parenthesis', () => {
    const file = parseLlmsTxt(`${HEAD}## Pages\n\n- [a](/a_(b)): c\n`)
    expect(file?.sections.get('Pages')).toEqual([
      { title: 'a', url: '/a_(b', description: undefined },
    ])
  })

  it('drops a description after a dash', () => {
    const file = parseLlmsTxt(`${HEAD}## Pages\n\n- [a](b) — c\n`)
    expect(file?.sections.get('Pages')).toEqual([{ title: 'a', url: 'b', description: undefined }])
  })

  it('keeps only the last of two sections with the same heading', () => {
    const file = parseLlmsTxt(`${HEAD}## Pages\n\n- [a](b)\n\n## Pages\n\n- [c](d)\n`)
    expect(file?.sections.size).toBe(1)
    expect(file?.sections.get('Pages')).toMatchObject([{ title: 'c' }])
  })

  it('keeps the carriage return of a Windows line in the heading', () => {
    const file = parseLlmsTxt(`${HEAD}## Pages\r\n\r\n- [a](b)\r\n`)
    expect([...file!.sections.keys()]).toEqual(['Pages\r'])
  })

  it('does not unescape', () => {
    const file = parseLlmsTxt(`${HEAD}## Pages\n\n- [a\\_b](c)\n`)
    expect(file?.sections.get('Pages')).toMatchObject([{ title: 'a\\_b' }])
  })

  it('ends a line only at a line feed', () => {
    const file = parseLlmsTxt('# Po\u2028laris\n\n> A\rschool.\n\nFacts.\n')
    expect(file).toMatchObject({ title: 'Po\u2028laris', summary: 'A\rschool.' })
  })
})

import { describe, expect, it } from 'vitest'

import { problemsOf } from './problems-of.fixture.ts'

const NO_LINK =
  'Here is no link, and sections hold nothing else: write "- [title](https://…): notes" on one line, without brackets in the title and parentheses in the address. Text goes before the first section.'

describe('checkLlmsTxt()', () => {
  it.each<[what: string, problem: string, change: (body: string) => string]>([
    [
      'a byte order mark',
      '1: It begins with a byte order mark: save it as UTF-8 without one.',
      (body) => `\ufeff${body}`,
    ],
    [
      'line ends of Windows',
      '1: This line ends as on Windows: save the file with line ends of Unix (LF).',
      (body) => body.replaceAll('\n', '\r\n'),
    ],
    [
      'no title',
      '3: It does not begin with a title: write "# " and the name of the school.',
      (body) => body.replace(/^#.*/, ''),
    ],
    [
      'no summary',
      '5: No summary follows the title: write "> " and one sentence, between two blank lines.',
      (body) => body.replace(/^>.*/m, ''),
    ],
    [
      'a summary of two lines',
      '4: The summary goes on here, where it is lost: write it on one line, and a blank line after it.',
      (body) => body.replace(/^> .*/m, '$&\n> It is good.'),
    ],
    [
      'a second title',
      '25: Here is a second title: make it a section ("## "), or plain text.',
      (body) => body.replace('## Pages', '# More\n\n## Pages'),
    ],
    [
      'a heading that is too deep',
      '27: Here is a heading that is no section: write "## " and a name.',
      (body) => body.replace('## Pages', '## Pages\n\n### Some'),
    ],
    [
      'a section that is there twice',
      '30: The section "Pages" is there already, in line 25, and all but the last are lost: give each a name of its own.',
      (body) => body.replace('## Programs and prices', '## Pages'),
    ],
    ['text in a section', `27: ${NO_LINK}`, (body) => body.replace('## Pages', '## Pages\n\nAll:')],
    ['another bullet', `27: ${NO_LINK}`, (body) => body.replace('- [Polaris]', '* [Polaris]')],
    [
      'a link on two lines',
      `28: ${NO_LINK}`,
      (body) => body.replace(': What the', ':\n  What the'),
    ],
    ['a dash for a colon', `27: ${NO_LINK}`, (body) => body.replace('): What', ') — What')],
    [
      'a bracket in the text of a link',
      `27: ${NO_LINK}`,
      (body) => body.replace('- [Polaris]', '- [Polaris [new]]'),
    ],
  ])('finds %s', (_, problem, change) => {
    expect(problemsOf('/llms.txt', change)).toContain(problem)
  })

  it('misses the text that the summary needs after it', () => {
    const body =
      '# Polaris Online School\n\n> A school.\n\n## Pages\n\n- [a](https://polaris.example/): b\n'
    expect(problemsOf('/llms.txt', () => body)).toContain(
      '3: No text follows the summary, and without one the summary is lost: write a paragraph after a blank line.',
    )
  })

  it('misses links', () => {
    expect(problemsOf('/llms.txt', (body) => body.replace(/^## [^]*/m, ''))).toEqual([
      'It has no links: write a section such as "## Pages", with lines such as "- [title](https://…): notes".',
    ])
  })
})

import { describe, expect, it } from 'vitest'

import { findFindings } from '../find-findings.fixture.ts'

const NOT_A_LINK =
  'Expected a link: sections may contain only links. Write "- [title](https://…): notes" on one line, without brackets in the title or parentheses in the URL. Move text before the first section.'

describe('checkLlmsTxt()', () => {
  it.each<[problem: string, message: string, change: (body: string) => string]>([
    [
      'a byte order mark',
      '1: The file starts with a byte order mark. Save it as UTF-8 without one.',
      (body) => `\ufeff${body}`,
    ],
    [
      'Windows line ends',
      '1: The line ends with a carriage return. Save the file with Unix line ends (LF).',
      (body) => body.replaceAll('\n', '\r\n'),
    ],
    [
      'a missing title',
      '3: The file does not start with a title. Write "# " and the name of the school.',
      (body) => body.replace(/^#.*/, ''),
    ],
    [
      'a missing summary',
      '5: No summary follows the title. Write "> " and one sentence, between two blank lines.',
      (body) => body.replace(/^>.*/m, ''),
    ],
    [
      'a summary of two lines',
      '4: The summary continues on a second line, which parsers drop. Write it on one line, with a blank line after it.',
      (body) => body.replace(/^> .*/m, '$&\n> It is good.'),
    ],
    [
      'a second title',
      '25: This is a second title. Make it a section ("## ") or plain text.',
      (body) => body.replace('## Pages', '# More\n\n## Pages'),
    ],
    [
      'a heading below H2',
      '27: This heading is not a section. Write "## " and a name.',
      (body) => body.replace('## Pages', '## Pages\n\n### Some'),
    ],
    [
      'a repeated section',
      '30: The section "Pages" already exists in line 25, and parsers keep only the last one. Rename one of them.',
      (body) => body.replace('## Programs and prices', '## Pages'),
    ],
    [
      'text in a section',
      `27: ${NOT_A_LINK}`,
      (body) => body.replace('## Pages', '## Pages\n\nAll:'),
    ],
    ['another bullet', `27: ${NOT_A_LINK}`, (body) => body.replace('- [Polaris]', '* [Polaris]')],
    [
      'a link on two lines',
      `28: ${NOT_A_LINK}`,
      (body) => body.replace(': What the', ':\n  What the'),
    ],
    [
      'a dash instead of a colon',
      `27: ${NOT_A_LINK}`,
      (body) => body.replace('): What', ') — What'),
    ],
    [
      'a bracket in the text of a link',
      `27: ${NOT_A_LINK}`,
      (body) => body.replace('- [Polaris]', '- [Polaris [new]]'),
    ],
  ])('reports %s', (_, message, change) => {
    expect(findFindings('/llms.txt', change)).toContain(message)
  })

  it('reports a summary without text after it', () => {
    const body =
      '# Polaris Online School\n\n> A school.\n\n## Pages\n\n- [a](https://polaris.example/): b\n'
    expect(findFindings('/llms.txt', () => body)).toContain(
      '3: No text follows the summary, and parsers drop a summary without text. Write a paragraph after a blank line.',
    )
  })

  it('reports missing links', () => {
    expect(findFindings('/llms.txt', (body) => body.replace(/^## [^]*/m, ''))).toEqual([
      'The file has no links. Write a section such as "## Pages", with lines such as "- [title](https://…): notes".',
    ])
  })
})

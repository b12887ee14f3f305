import type { Heading } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { describe, expect, it } from 'vitest'

import type { School } from '../school/school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { describeSchool } from './describe-school.ts'
import { serializeMarkdown } from './markdown.ts'

describe('describeSchool()', () => {
  it('has one H1 and a section for each subject', () => {
    expect(headings(smallSchool())).toEqual([
      '# Polaris Online School',
      '## About the school',
      '## When to use this',
      '## Programs and prices',
      '### Physics',
      '## Schedule',
      '## Teachers',
      '### Tomas Lindqvist',
      '## Admissions',
      '## Questions and answers',
      '### Is the first lesson free?',
      '## Policies',
      '### Refunds',
      '## Contacts',
      '## Pages',
      '## Machine-readable files',
      '## How to cite',
    ])
  })

  it('omits empty sections', () => {
    const [program] = smallSchool().programs
    const school = smallSchool({
      programs: [{ ...program!, teachers: [] }],
      teachers: [],
      faq: [],
      policies: [],
    })
    const left = headings(school)
    expect(left).not.toContain('## Teachers')
    expect(left).not.toContain('## Questions and answers')
    expect(left).not.toContain('## Policies')
    expect(left).toContain('## Contacts')
  })

  it('writes facts as label and value, and multiple values as a list', () => {
    const school = smallSchool({
      programs: [
        {
          name: 'Physics',
          description: 'Measure first.',
          grades: { from: 9, to: 9 },
          prices: [
            { amount: 264, currency: 'EUR', per: 'term' },
            { amount: 19.9, currency: 'EUR', per: 'lesson' },
          ],
          topics: ['Motion', 'Light'],
          startDates: ['2026-09-07'],
          path: '/programs/physics.html',
        },
      ],
    })
    expect(serializeMarkdown(describeSchool(school))).toContain(
      [
        '### Physics',
        '',
        'Measure first.',
        '',
        '- Grades: 9',
        '- Price:',
        '  - 264 EUR per term',
        '  - 19.90 EUR per lesson',
        '- Start dates: September 7, 2026',
        '- Topics:',
        '  - Motion',
        '  - Light',
        '- Page: <https://polaris.example/programs/physics.html>',
      ].join('\n'),
    )
  })

  it('lists contacts, legal name and other sites', () => {
    const school = smallSchool({
      legalName: 'Polaris Lda',
      sameAs: ['https://video.example/polaris'],
      locales: ['en', 'pt-BR'],
      contacts: {
        email: 'hello@polaris.example',
        phone: '+351 (21) 000-0000',
        hours: 'Monday to Friday, 9 to 18',
        path: '/terms.html',
      },
      address: {
        street: 'Rua do Norte 12',
        city: 'Lisbon',
        region: 'Lisboa',
        postalCode: '1200-284',
        country: 'PT',
      },
    })
    expect(serializeMarkdown(describeSchool(school))).toContain(
      [
        '## Contacts',
        '',
        '- Email: <hello@polaris.example>',
        '- Phone: [+351 (21) 000-0000](tel:+351210000000)',
        '- Hours: Monday to Friday, 9 to 18',
        '- Page: <https://polaris.example/terms.html>',
        '- Address: Rua do Norte 12, 1200-284 Lisbon, Lisboa, PT',
        '- Legal name: Polaris Lda',
        '- Languages: en, pt-BR',
        '- Website: <https://polaris.example/>',
        '- Main site: <https://www.polaris.example/>',
        '- Elsewhere: <https://video.example/polaris>',
      ].join('\n'),
    )
  })

  it('lists the pages that have a description', () => {
    const markdown = serializeMarkdown(describeSchool(smallSchool()))
    expect(markdown).toContain('- [Polaris](https://polaris.example/): What the school is.')
    expect(markdown).not.toContain('terms.html')
  })

  it('lists what to cite and when the facts were verified', () => {
    const school = smallSchool({
      verified: '2026-09-01',
      citation: { name: 'Polaris', guidance: 'Link the page.' },
    })
    expect(serializeMarkdown(describeSchool(school))).toMatch(
      /## How to cite\n\nLink the page\.\n\n- Cite as: Polaris\n- Source: <https:\/\/polaris\.example\/for-llm\/>\n- Verified: September 1, 2026\n$/,
    )
  })

  it('uses the school’s language', () => {
    const school = smallSchool({ language: 'ru', name: 'Школа «Полярис»' })
    expect(headings(school).slice(0, 2)).toEqual(['# Школа «Полярис»', '## О школе'])
    expect(serializeMarkdown(describeSchool(school))).toContain('- Цена: 264 EUR за term')
  })
})

function headings(school: School): string[] {
  return describeSchool(school)
    .children.filter((node): node is Heading => node.type === 'heading')
    .map((node) => `${'#'.repeat(node.depth)} ${toString(node)}`)
}

import type { Heading } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

import type { School } from '../school/school-schema.ts'
import { schoolSchema } from '../school/school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { describeSchool } from './describe-school.ts'
import { serializeMarkdown } from './markdown.ts'

describe('describeSchool()', () => {
  const fields = [...fieldsOf(schoolSchema)]

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
        '- ID: physics',
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
        '- Languages: English, Brazilian Portuguese',
        '- Website: <https://polaris.example/>',
        '- Main site: <https://www.polaris.example/>',
        '- Elsewhere: <https://video.example/polaris>',
      ].join('\n'),
    )
  })

  it.each(fields)('changes when a field changes: %s', (_, path, [one, other]) => {
    expect(one).not.toBe(other)
    const [before, after] = [one, other].map((value) =>
      serializeMarkdown(describeSchool(withField(fields, path, value))),
    )
    expect(after).not.toBe(before)
    if (typeof other === 'string' && other.startsWith('Another')) expect(after).toContain(other)
  })

  it('says that a trial lesson is free, and from when a price is a lower limit', () => {
    const books = {
      for: 'Books',
      amount: 15,
      currency: 'EUR',
      from: true,
      installments: 3,
    } as const
    const trial = { amount: 0, currency: 'EUR', minutes: 45 }
    const school = smallSchool({ fees: [books], trial })
    expect(serializeMarkdown(describeSchool(school))).toContain(
      '## Programs and prices\n\n- Trial lesson: free, 45 minutes\n- Fees: Books: from 15 EUR (Installments: 3)\n\n### Physics',
    )
  })

  it.each<[Partial<School>, string]>([
    [{}, 'Grades, Programs, Price, Schedule, Languages, Teachers, Admissions, Refunds, Contacts'],
    [
      { programs: [{ name: 'Physics' }], policies: [], schedule: {}, contacts: {} },
      'Grades, Programs, Languages, Teachers, Admissions, Contacts',
    ],
  ])('names the subjects that the description has: %j', (changes, subjects) => {
    expect(serializeMarkdown(describeSchool(smallSchool(changes)))).toContain(
      `Use these facts to answer questions about: ${subjects}. For facts`,
    )
  })

  it('lists the pages that have a title', () => {
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

type Field = [name: string, path: string[], values: readonly [unknown, unknown]]

/** Returns each field of the schema with two values that it accepts. */
function* fieldsOf(schema: z.core.$ZodType, path: string[] = []): Generator<Field> {
  const { def } = schema as z.ZodOptional<z.ZodType> | z.ZodArray | z.ZodObject | z.ZodString
  if (NOT_FACTS.test(path.join('.'))) return
  if (def.type === 'optional') yield* fieldsOf(def.innerType, path)
  else if (def.type === 'array') yield* fieldsOf(def.element, [...path, '0'])
  else if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) yield* fieldsOf(field, [...path, name])
  } else {
    const values = VALUES.find((pair) => pair.every((value) => isValid(schema, value)))
    yield [path.join('.'), path, values ?? [true, undefined]]
  }
}

function isValid(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success
}

/** Settings of the site and the sitemap, which tell nothing about the school. */
const NOT_FACTS =
  /^(?:tracker|endpoint|labels|crawlers|pages\.0\.(?:lastmod|language|variants)|programs\.0\.private)$/

const VALUES: [unknown, unknown][] = [
  ['A sentence', 'Another sentence'],
  [5, 6],
  ['de', 'pl'],
  ['https://one.example', 'https://two.example'],
  ['/one.html', '/two.html'],
  ['2026-01-02', '2026-03-04'],
  ['one@school.example', 'two@school.example'],
  ['+351 21 000 0000', '+48 600 000 000'],
  ['@polaris', '@school_2'],
  ['EUR', 'USD'],
  ['PT', 'PL'],
  ['Europe/Lisbon', 'Europe/Warsaw'],
  ['online', 'onsite'],
]

/** Returns a school with a value in every field, and the given one in the field at the path. */
function withField(fields: Field[], changed: string[], value: unknown): School {
  const school = {}
  for (const [, path, [first]] of fields) {
    let target: any = school
    for (const [index, key] of path.slice(0, -1).entries()) {
      target = target[key] ??= path[index + 1] === '0' ? [] : {}
    }
    target[path.at(-1)!] = path === changed ? value : first
  }
  return school as School
}

function headings(school: School): string[] {
  return describeSchool(school)
    .children.filter((node): node is Heading => node.type === 'heading')
    .map((node) => `${'#'.repeat(node.depth)} ${toString(node)}`)
}

import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { checkResources } from './check-resources.ts'
import { renderResources } from '../render-resources.ts'
import { problemsOf } from './problems-of.fixture.ts'

const FILES = ['/llms.txt', '/llms-full.txt', '/for-llm/', '/for-llm/index.md']

describe.each(FILES)('checkFacts(), of %s', (path) => {
  it('finds another price', () => {
    expect(problemsOf(path, (body) => body.replace('264 EUR', '246 EUR'))).toEqual([
      expect.stringMatching(
        /^\d+: It does not say "264 EUR" of the programme "Physics"\. Write it as in the description, or render the files again\.$/,
      ),
      expect.stringMatching(
        /^\d+: The price "246 EUR" is not in the description: correct it there and render the files again, or delete it here\.$/,
      ),
    ])
  })

  it('finds a price that only contains the right one', () => {
    expect(problemsOf(path, (body) => body.replace('264 EUR', '1264 EUR'))).toHaveLength(2)
  })

  it('finds other grades', () => {
    expect(problemsOf(path, (body) => body.replaceAll('7-11', '7-9'))).toContainEqual(
      expect.stringMatching(/^\d+: It does not say "7-11" of the programme "Physics"\. /),
    )
    expect(problemsOf(path, (body) => body.replace('5-11', '5-9'))).toEqual([
      'It does not say the grades, "5-11". Write it as in the description, or render the files again.',
    ])
  })

  it('finds a programme that is called otherwise', () => {
    const problems = problemsOf(path, (body) => body.replaceAll('Physics', 'Chemistry'))
    expect(problems).toContainEqual(
      expect.stringMatching(/^It does not name the programme "Physics"\. /),
    )
  })

  it('finds a school that is called otherwise', () => {
    const change = (body: string) =>
      body.replace(/^# .*/, '# Polar School').replace(/(<h1.*?>).*?</, '$1Polar School<')
    expect(problemsOf(path, change)).toEqual([
      expect.stringMatching(
        /^\d+: The title is "Polar School", and the school is called "Polaris Online School"\. /,
      ),
    ])
  })

  it('finds another e-mail address', () => {
    const problems = problemsOf(path, (body) => body.replaceAll('hello@polaris', 'hallo@polaris'))
    expect(problems).toContain(
      'It does not say the e-mail address, "hello@polaris.example". Write it as in the description, or render the files again.',
    )
    expect(problems).toContainEqual(
      expect.stringMatching(
        /: The e-mail address "hallo@polaris\.example" is not in the description: /,
      ),
    )
  })

  it('finds another phone number', () => {
    const problems = problemsOf(path, (body) => body.replaceAll('+351 21 000', '+351 22 000'))
    expect(problems).toContain(
      'It does not say the phone number, "+351 21 000 0000". Write it as in the description, or render the files again.',
    )
    expect(problems).toContainEqual(
      expect.stringMatching(/: The phone number "\+351 22 000 0000" is not in the description: /),
    )
  })
})

describe('checkFacts()', () => {
  it('finds a link that leads to another address than it says', () => {
    const change = (body: string) =>
      body.replaceAll('mailto:hello@', 'mailto:sales@').replaceAll('tel:+351', 'tel:+352')
    expect(problemsOf('/for-llm/', change)).toEqual([
      expect.stringMatching(
        /: The link "mailto:sales@polaris\.example" is not in the description: /,
      ),
      expect.stringMatching(/: The link "tel:\+352210000000" is not in the description: /),
    ])
  })

  it.each(['64 EUR', '+351 21 000 000'])(
    'finds %s, which is only a part of what is known',
    (fact) => {
      const problems = problemsOf('/llms.txt', (body) => body.replace('About', `${fact}. About`))
      expect(problems).toEqual([
        expect.stringContaining(`"${fact}" is not in the description: correct it there`),
      ])
    },
  )

  it('takes amounts that are in the texts of the school', () => {
    const school = smallSchool({
      admissions: { description: 'A trial costs 5 EUR.', steps: ['Pay.'] },
    })
    expect(checkResources(renderResources(school), school)).toEqual([])
  })

  it('takes what only looks like another number where an address or a price is put together', () => {
    const school = smallSchool({
      address: { postalCode: '+1 21 000', city: '12 de Maio', country: 'PT' },
      labels: { per: 'for +351 21 000 0000' },
    })
    const [program] = school.programs
    const programs = [{ ...program!, prices: [{ amount: 264, currency: 'EUR', per: '12 weeks' }] }]
    const other = { ...school, programs }
    expect(checkResources(renderResources(other), other)).toEqual([])
  })

  it.each<[what: string, problem: RegExp, change: (body: string) => string]>([
    [
      'another price',
      /the price of "Physics" is "246 EUR", and in the description "264 EUR"\. /,
      (body) => body.replace('"price":264', '"price":246'),
    ],
    [
      'another currency',
      /the price of "Physics" is "264 USD", and in the description "264 EUR"\. /,
      (body) => body.replace('"priceCurrency":"EUR"', '"priceCurrency":"USD"'),
    ],
    [
      'other grades',
      /the grades of "Physics" is "Grades: 7-9", and in the description "7-11"\. /,
      (body) =>
        body.replace('"educationalLevel":"Grades: 7-11"', '"educationalLevel":"Grades: 7-9"'),
    ],
    [
      'another phone number',
      /the telephone of the school is "\+1", and in the description "\+351 21 000 0000"\. /,
      (body) => body.replace('"telephone":"+351 21 000 0000"', '"telephone":"+1"'),
    ],
    [
      'another name',
      /the name of the school is "Polar", and in the description "Polaris Online School"\. /,
      (body) => body.replace('"name":"Polaris Online School"', '"name":"Polar"'),
    ],
    [
      'another programme',
      /The JSON-LD has no Course that is called "Physics"\. /,
      (body) => body.replace('"name":"Physics"', '"name":"Chemistry"'),
    ],
    [
      'no school',
      /The JSON-LD does not describe the school as an EducationalOrganization\. /,
      (body) => body.replace('"EducationalOrganization"', '"Store"'),
    ],
  ])('finds %s in the JSON-LD', (_, problem, change) => {
    expect(problemsOf('/for-llm/', change)).toContainEqual(expect.stringMatching(problem))
  })
})

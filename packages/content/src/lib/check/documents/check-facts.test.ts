import { describe, expect, it } from 'vitest'

import { smallSchool } from '../../school.fixture.ts'
import { checkResources } from '../check-resources.ts'
import { renderResources } from '../../render-resources.ts'
import { findFindings } from '../find-findings.fixture.ts'

const FILES = ['/llms.txt', '/llms-full.txt', '/for-llm/', '/for-llm/index.md']

describe.each(FILES)('checkFacts() of %s', (path) => {
  it('reports a wrong price', () => {
    expect(findFindings(path, (body) => body.replace('264 EUR', '246 EUR'))).toEqual([
      expect.stringMatching(
        /^\d+: The program "Physics" lacks "264 EUR"\. Write it as in the description, or render the files again\.$/,
      ),
      expect.stringMatching(
        /^\d+: The price "246 EUR" is not in the description\. Add it there and render the files again, or delete it here\.$/,
      ),
    ])
  })

  it('reports a price that only contains the right one', () => {
    expect(findFindings(path, (body) => body.replace('264 EUR', '1264 EUR'))).toHaveLength(2)
  })

  it('reports wrong grades', () => {
    expect(findFindings(path, (body) => body.replaceAll('7-11', '7-9'))).toContainEqual(
      expect.stringMatching(/^\d+: The program "Physics" lacks "7-11"\. /),
    )
    expect(findFindings(path, (body) => body.replace('5-11', '5-9'))).toEqual([
      'The grade range "5-11" is missing. Write it as in the description, or render the files again.',
    ])
  })

  it('reports a program with another name', () => {
    const problems = findFindings(path, (body) => body.replaceAll('Physics', 'Chemistry'))
    expect(problems).toContainEqual(expect.stringMatching(/^The program "Physics" is missing\. /))
  })

  it('reports a school with another name', () => {
    const change = (body: string) =>
      body.replace(/^# .*/, '# Polar School').replace(/(<h1.*?>).*?</, '$1Polar School<')
    expect(findFindings(path, change)).toEqual([
      expect.stringMatching(
        /^\d+: The title is "Polar School", but the school is named "Polaris Online School"\. /,
      ),
    ])
  })

  it('reports a wrong email address', () => {
    const problems = findFindings(path, (body) => body.replaceAll('hello@polaris', 'hallo@polaris'))
    expect(problems).toContain(
      'The email address "hello@polaris.example" is missing. Write it as in the description, or render the files again.',
    )
    expect(problems).toContainEqual(
      expect.stringMatching(
        /: The email address "hallo@polaris\.example" is not in the description\. /,
      ),
    )
  })

  it('reports a wrong phone number', () => {
    const problems = findFindings(path, (body) => body.replaceAll('+351 21 000', '+351 22 000'))
    expect(problems).toContain(
      'The phone number "+351 21 000 0000" is missing. Write it as in the description, or render the files again.',
    )
    expect(problems).toContainEqual(
      expect.stringMatching(/: The phone number "\+351 22 000 0000" is not in the description\. /),
    )
  })
})

describe('checkFacts()', () => {
  it('reports a link whose target differs from its text', () => {
    const change = (body: string) =>
      body.replaceAll('mailto:hello@', 'mailto:sales@').replaceAll('tel:+351', 'tel:+352')
    expect(findFindings('/for-llm/', change)).toEqual([
      expect.stringMatching(
        /: The link "mailto:sales@polaris\.example" is not in the description\. /,
      ),
      expect.stringMatching(/: The link "tel:\+352210000000" is not in the description\. /),
    ])
  })

  it.each(['64 EUR', '+351 21 000 000'])(
    'reports %s, which is only part of a known fact',
    (fact) => {
      const problems = findFindings('/llms.txt', (body) => body.replace('About', `${fact}. About`))
      expect(problems).toEqual([
        expect.stringContaining(`"${fact}" is not in the description. Add it there`),
      ])
    },
  )

  it('accepts amounts in the texts of the school', () => {
    const school = smallSchool({
      admissions: { description: 'A trial costs 5 EUR.', steps: ['Pay.'] },
    })
    expect(checkResources(renderResources(school), school)).toEqual([])
  })

  it('accepts what looks like another number in a composed postal address or price', () => {
    const school = smallSchool({
      address: { postalCode: '+1 21 000', city: '12 de Maio', country: 'PT' },
      labels: { per: 'for +351 21 000 0000' },
    })
    const [program] = school.programs
    const programs = [{ ...program!, prices: [{ amount: 264, currency: 'EUR', per: '12 weeks' }] }]
    const other = { ...school, programs }
    expect(checkResources(renderResources(other), other)).toEqual([])
  })
})

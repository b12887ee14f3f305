import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { jsonLd } from './json-ld.ts'

const PAGE = 'https://polaris.example/for-llm/'
const SCHOOL = `${PAGE}#school`

describe('jsonLd()', () => {
  it('contains exactly the facts of the description', () => {
    expect(jsonLd(smallSchool())).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'EducationalOrganization',
          '@id': SCHOOL,
          name: 'Polaris Online School',
          disambiguatingDescription:
            'An online school for grades 5 to 11 with live lessons in small groups.',
          description: 'Polaris teaches online and live.\n\nGroups have at most eight students.',
          url: 'https://polaris.example/',
          sameAs: ['https://www.polaris.example/'],
          email: 'hello@polaris.example',
          telephone: '+351 21 000 0000',
          contactPoint: {
            '@type': 'ContactPoint',
            email: 'hello@polaris.example',
            telephone: '+351 21 000 0000',
            availableLanguage: ['en'],
          },
          address: { '@type': 'PostalAddress', addressLocality: 'Lisbon', addressCountry: 'PT' },
          knowsLanguage: ['en'],
        },
        {
          '@type': 'Course',
          '@id': `${PAGE}#program-Physics`,
          name: 'Physics',
          courseCode: 'physics',
          description: 'Measure first, explain after.',
          url: 'https://polaris.example/programs/physics.html',
          provider: { '@id': SCHOOL },
          educationalLevel: 'Grades: 7-11',
          inLanguage: ['en'],
          offers: [
            {
              '@type': 'Offer',
              price: 264,
              priceCurrency: 'EUR',
              category: 'Paid',
              priceSpecification: {
                '@type': 'UnitPriceSpecification',
                price: 264,
                priceCurrency: 'EUR',
                unitText: 'term',
              },
            },
          ],
          hasCourseInstance: [
            {
              '@type': 'CourseInstance',
              courseMode: 'online',
              courseSchedule: {
                '@type': 'Schedule',
                repeatFrequency: 'Weekly',
                duration: 'PT2H',
                repeatCount: 12,
                scheduleTimezone: 'Europe/Lisbon',
              },
              courseWorkload: 'PT24H',
              maximumAttendeeCapacity: 8,
              instructor: [{ '@id': `${PAGE}#teacher-Tomas%20Lindqvist` }],
            },
          ],
        },
        {
          '@type': 'Person',
          '@id': `${PAGE}#teacher-Tomas%20Lindqvist`,
          name: 'Tomas Lindqvist',
          jobTitle: 'Physics teacher',
          worksFor: { '@id': SCHOOL },
        },
        {
          '@type': 'FAQPage',
          '@id': `${PAGE}#faq`,
          url: PAGE,
          inLanguage: 'en',
          mainEntity: [
            {
              '@type': 'Question',
              name: 'Is the first lesson free?',
              acceptedAnswer: { '@type': 'Answer', text: 'Yes, 45 minutes.' },
            },
          ],
        },
      ],
    })
  })

  it('has a course instance for each start date', () => {
    expect(courseWith({ startDates: ['2026-09-07', '2027-01-11'] })).toMatchObject({
      hasCourseInstance: [
        { courseSchedule: { startDate: '2026-09-07' } },
        { courseSchedule: { startDate: '2027-01-11' } },
      ],
    })
    expect(courseWith({ startDates: [] })).toMatchObject({ hasCourseInstance: [{}] })
  })

  it('has an offer for each price, and marks a price of 0 as free', () => {
    const prices = [
      { amount: 0, currency: 'EUR', per: 'month' },
      { amount: 19.9, currency: 'EUR', per: 'lesson' },
    ]
    expect(courseWith({ prices })).toMatchObject({
      offers: [
        { price: 0, category: 'Free', priceSpecification: { unitText: 'month' } },
        { price: 19.9, category: 'Paid', priceSpecification: { unitText: 'lesson' } },
      ],
    })
  })

  it('has the fees, the trial lesson, the discounts, the licenses and the messengers of the school', () => {
    const school = smallSchool({
      fees: [{ for: 'Registration', amount: 30, currency: 'EUR' }],
      trial: { amount: 0, currency: 'EUR', minutes: 45 },
      discounts: ['10% for a second child'],
      credentials: ['License 12/2020'],
      contacts: { telegram: '@polaris', whatsapp: '+351 21 000 0000', viber: '+351 21 000 0001' },
    })
    expect(jsonLd(school)['@graph'][0]).toMatchObject({
      makesOffer: [
        { '@type': 'Offer', name: 'Registration', price: 30, priceCurrency: 'EUR' },
        { name: 'Trial lesson', category: 'Free', itemOffered: { timeRequired: 'PT45M' } },
        { name: 'Discounts', description: '10% for a second child' },
      ],
      hasCredential: [{ '@type': 'EducationalOccupationalCredential', name: 'License 12/2020' }],
      contactPoint: [
        { contactType: 'Telegram', url: 'https://t.me/polaris' },
        { contactType: 'WhatsApp', url: 'https://wa.me/351210000000' },
        { contactType: 'Viber', telephone: '+351 21 000 0001' },
      ],
    })
  })

  it('prefers a program’s own schedule and languages, and has its ages, exams, certificate and days', () => {
    const course = courseWith({
      ages: { from: 16 },
      prices: [
        { amount: 90, currency: 'EUR', per: 'month', for: 'Grade 9', from: true, installments: 2 },
      ],
      startDates: ['2026-09-07', '2027-01-11'],
      endDates: ['2026-12-18', '2027-04-02'],
      deadlines: ['2026-09-01', '2027-01-05'],
      schedule: { lessonsPerWeek: 1, description: 'Saturdays.' },
      locales: ['pl'],
      exams: ['Abitur'],
      certificate: 'Diploma',
    })
    expect(course).toMatchObject({
      typicalAgeRange: '16-',
      educationalAlignment: [{ '@type': 'AlignmentObject', targetName: 'Abitur' }],
      educationalCredentialAwarded: 'Diploma',
      inLanguage: ['pl'],
      offers: [
        {
          '@type': 'AggregateOffer',
          name: 'Grade 9',
          lowPrice: 90,
          description: 'Installments: 2',
          priceSpecification: { minPrice: 90, unitText: 'month' },
        },
      ],
      hasCourseInstance: [
        {
          courseMode: 'online',
          courseSchedule: { endDate: '2026-12-18', duration: 'PT1H', description: 'Saturdays.' },
          offers: { validThrough: '2026-09-01' },
        },
        { courseSchedule: { endDate: '2027-04-02' }, offers: { validThrough: '2027-01-05' } },
      ],
    })
  })

  it('lists the topics', () => {
    expect(courseWith({ topics: ['Motion', 'Light'] })).toMatchObject({
      teaches: ['Motion', 'Light'],
    })
    expect(courseWith({ topics: [] })).not.toHaveProperty('teaches')
  })

  it.each<[reason: string, expected: string[] | undefined, paths: (string | undefined)[]]>([
    ['lists the pages of at least three programs', ['/a/', '/b/', '/c/'], ['/a/', '/b/', '/c/']],
    ['skips a page of several programs', undefined, ['/a/', '/b/', '/b/', '/c/']],
    ['skips the homepage and programs without a page', undefined, ['/', '/a/', '/b/', undefined]],
  ])('%s', (_, expected, paths) => {
    const programs = paths.map((path, index) => ({
      name: `P${index}`,
      description: 'D',
      ...(path && { path }),
    }))
    const list = jsonLd({ ...smallSchool(), programs })['@graph'].find(
      (thing) => (thing as { '@type': string })['@type'] === 'ItemList',
    )
    const itemListElement = expected?.map((path, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `https://polaris.example${path}`,
    }))
    expect(list).toEqual(
      itemListElement && { '@type': 'ItemList', '@id': `${PAGE}#programs`, itemListElement },
    )
  })

  it('omits the workload if the length of a term is unknown', () => {
    const { weeksPerTerm: _, ...schedule } = smallSchool().schedule
    const school = smallSchool({ schedule: { ...schedule, lessonMinutes: 45 } })
    const [instance] = instances(jsonLd(school)['@graph'][1])
    expect(instance).toMatchObject({ courseSchedule: { duration: 'PT1H30M' } })
    expect(instance).not.toHaveProperty('courseWorkload')
    expect(instance).not.toHaveProperty('courseSchedule.repeatCount')
  })

  it('omits the FAQ if there are no questions', () => {
    const types = jsonLd(smallSchool({ faq: [] }))['@graph'].map(
      (thing) => (thing as { '@type': string })['@type'],
    )
    expect(types).toEqual(['EducationalOrganization', 'Course', 'Person'])
  })

  it('includes the postal address, the logo and the school’s other sites', () => {
    const school = smallSchool({
      legalName: 'Polaris Lda',
      logo: 'https://polaris.example/logo.png',
      sameAs: ['https://video.example/polaris'],
      address: {
        street: 'Rua do Norte 12',
        city: 'Lisbon',
        region: 'Lisboa',
        postalCode: '1200-284',
        country: 'PT',
      },
      contacts: { email: 'a@polaris.example', hours: '9 to 18', path: '/terms.html' },
    })
    expect(jsonLd(school)['@graph'][0]).toMatchObject({
      legalName: 'Polaris Lda',
      logo: 'https://polaris.example/logo.png',
      sameAs: ['https://www.polaris.example/', 'https://video.example/polaris'],
      address: {
        streetAddress: 'Rua do Norte 12',
        addressLocality: 'Lisbon',
        addressRegion: 'Lisboa',
        postalCode: '1200-284',
        addressCountry: 'PT',
      },
      contactPoint: { description: '9 to 18', url: 'https://polaris.example/terms.html' },
    })
  })
})

function courseWith(changes: object): unknown {
  const [program] = smallSchool().programs
  return jsonLd(smallSchool({ programs: [{ ...program!, ...changes }] }))['@graph'][1]
}

function instances(course: unknown): unknown[] {
  return (course as { hasCourseInstance: unknown[] }).hasCourseInstance
}

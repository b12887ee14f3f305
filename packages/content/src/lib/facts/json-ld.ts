import type {
  ContactPoint,
  Course,
  CourseInstance,
  EducationalOrganization,
  FAQPage,
  Graph,
  Offer,
  Person,
  PostalAddress,
} from 'schema-dts'

import { labelsOf } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'
import { formatGrades, teachingLanguages } from './format.ts'

/**
 * Builds the JSON-LD (schema.org) of the school: the organization, a course for each program, the teachers and
 * the FAQ.
 *
 * The `@id` of each entity is the URL of its section on `/for-llm/`.
 */
export function jsonLd(school: School): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(school),
      ...school.programs.map((program, index) => course(school, program, index)),
      ...school.teachers.map((teacher, index) => person(school, teacher, index)),
      ...(school.faq.length > 0 ? [faqPage(school)] : []),
    ],
  }
}

/**
 * Builds the JSON-LD of a page of the site: the programs and teachers with the path of the page, and the school.
 *
 * @returns `undefined` if the page is not the home page and has no program or teacher.
 */
export function pageJsonLd(school: School, page: string): Graph | undefined {
  const url = absoluteUrl(school, page)
  const isHere = ({ path }: { path?: string | undefined }): boolean =>
    path !== undefined && absoluteUrl(school, path) === url
  const names = new Set(school.programs.filter(isHere).flatMap(({ teachers = [] }) => teachers))
  const entities = [
    ...school.programs.map((program, index) => isHere(program) && course(school, program, index)),
    ...school.teachers.map(
      (teacher, index) =>
        (isHere(teacher) || names.has(teacher.name)) && person(school, teacher, index),
    ),
  ].filter((entity) => entity !== false)
  if (entities.length === 0 && url !== absoluteUrl(school, '/')) return undefined
  return { '@context': 'https://schema.org', '@graph': [organization(school), ...entities] }
}

function organization(school: School): EducationalOrganization {
  const { mainSite, sameAs = [] } = school
  const elsewhere = [...(mainSite ? [absoluteUrl({ url: mainSite }, '/')] : []), ...sameAs]
  return {
    '@type': 'EducationalOrganization',
    '@id': idOf(school, 'school'),
    name: school.name,
    ...(school.legalName && { legalName: school.legalName }),
    disambiguatingDescription: school.summary,
    description: school.description,
    url: absoluteUrl(school, '/'),
    ...(school.logo && { logo: school.logo }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    email: school.contacts.email,
    ...(school.contacts.phone && { telephone: school.contacts.phone }),
    contactPoint: contactPoint(school),
    address: postalAddress(school),
    knowsLanguage: teachingLanguages(school),
  }
}

function contactPoint(school: School): ContactPoint {
  const { email, phone, hours, path } = school.contacts
  return {
    '@type': 'ContactPoint',
    email,
    ...(phone && { telephone: phone }),
    ...(hours && { description: hours }),
    ...(path && { url: absoluteUrl(school, path) }),
    availableLanguage: teachingLanguages(school),
  }
}

function postalAddress({ address }: School): PostalAddress {
  const { street, city, region, postalCode, country } = address
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    addressLocality: city,
    ...(region && { addressRegion: region }),
    ...(postalCode && { postalCode }),
    addressCountry: country,
  }
}

function course(school: School, program: Program, index: number): Course {
  const starts = program.startDates?.length ? program.startDates : [undefined]
  return {
    '@type': 'Course',
    '@id': idOf(school, `program-${index + 1}`),
    name: program.name,
    description: program.description,
    ...(program.path && { url: absoluteUrl(school, program.path) }),
    provider: { '@id': idOf(school, 'school') },
    educationalLevel: `${labelsOf(school).grades}: ${formatGrades(program.grades)}`,
    ...(program.topics?.length && { teaches: program.topics }),
    inLanguage: teachingLanguages(school),
    offers: program.prices.map(offer),
    hasCourseInstance: starts.map((startDate) => courseInstance(school, program, startDate)),
  }
}

/**
 * @see https://developers.google.com/search/docs/appearance/structured-data/course-info for `category`, which
 * must be "Free" or "Paid"
 */
function offer({ amount, currency, per }: Program['prices'][number]): Offer {
  return {
    '@type': 'Offer',
    price: amount,
    priceCurrency: currency,
    category: amount === 0 ? 'Free' : 'Paid',
    eligibleQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: per },
  }
}

/**
 * Returns a course instance for a group, or one for all groups if no start date is known.
 *
 * As Google's documentation defines them, the duration of the schedule covers one week, and the workload
 * covers the whole term.
 */
function courseInstance(
  school: School,
  program: Program,
  startDate: string | undefined,
): CourseInstance {
  const names = school.teachers.map(({ name }) => name)
  const { lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize, timeZone } = school.schedule
  const minutesPerWeek = lessonMinutes * lessonsPerWeek
  return {
    '@type': 'CourseInstance',
    courseMode: 'online',
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'Weekly',
      duration: toDuration(minutesPerWeek),
      ...(weeksPerTerm && { repeatCount: weeksPerTerm }),
      ...(startDate && { startDate }),
      scheduleTimezone: timeZone,
    },
    ...(weeksPerTerm && { courseWorkload: toDuration(minutesPerWeek * weeksPerTerm) }),
    ...(groupSize && { maximumAttendeeCapacity: groupSize }),
    ...(program.teachers?.length && {
      instructor: program.teachers.map((name) => ({
        '@id': idOf(school, `teacher-${names.indexOf(name) + 1}`),
      })),
    }),
  }
}

/** Formats minutes as an ISO 8601 duration: `PT1H30M`. */
function toDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

function person(school: School, teacher: School['teachers'][number], index: number): Person {
  const { name, role, description, path } = teacher
  return {
    '@type': 'Person',
    '@id': idOf(school, `teacher-${index + 1}`),
    name,
    jobTitle: role,
    ...(description && { description }),
    ...(path && { url: absoluteUrl(school, path) }),
    worksFor: { '@id': idOf(school, 'school') },
  }
}

function faqPage(school: School): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': idOf(school, 'faq'),
    url: absoluteUrl(school, PATHS.forLlm),
    inLanguage: school.language,
    ...(school.verified && { lastReviewed: school.verified }),
    mainEntity: school.faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** Returns the `@id` of an entity: the URL of its section on `/for-llm/`. */
function idOf(school: School, fragment: string): string {
  return `${absoluteUrl(school, PATHS.forLlm)}#${fragment}`
}

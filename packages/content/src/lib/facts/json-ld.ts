import type {
  ContactPoint,
  Course,
  CourseInstance,
  EducationalOrganization,
  FAQPage,
  Graph,
  ItemList,
  Offer,
  Person,
  PostalAddress,
} from 'schema-dts'

import { labelsOf, untranslatedLabels } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'
import { formatGrades } from './format.ts'

/**
 * Builds the JSON-LD (schema.org) of the school: the organization, a course for each program, the list of their pages,
 * the teachers and the FAQ.
 *
 * The `@id` of each entity is the URL of its section on `/for-llm/`.
 */
export function jsonLd(school: School): Graph {
  const { programs = [], teachers = [], faq = [] } = school
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(school),
      ...programs.map((program, index) => course(school, program, index)),
      ...courseList(school, programs),
      ...teachers.map((teacher, index) => person(school, teacher, index)),
      ...(faq.length > 0 ? [faqPage(school, faq)] : []),
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
  const { programs = [], teachers = [] } = school
  const names = new Set(programs.filter(isHere).flatMap(({ teachers = [] }) => teachers))
  const entities = [
    ...programs.map((program, index) => isHere(program) && course(school, program, index)),
    ...teachers.map(
      (teacher, index) =>
        (isHere(teacher) || names.has(teacher.name)) && person(school, teacher, index),
    ),
  ].filter((entity) => entity !== false)
  if (entities.length === 0 && url !== absoluteUrl(school, '/')) return undefined
  return { '@context': 'https://schema.org', '@graph': [organization(school), ...entities] }
}

function organization(school: School): EducationalOrganization {
  const { summary, description, mainSite, locales = [], sameAs = [] } = school
  const { email, phone } = school.contacts ?? {}
  const elsewhere = [...(mainSite ? [absoluteUrl({ url: mainSite }, '/')] : []), ...sameAs]
  return {
    '@type': 'EducationalOrganization',
    '@id': idOf(school, 'school'),
    name: school.name,
    ...(school.legalName && { legalName: school.legalName }),
    ...(summary && { disambiguatingDescription: summary }),
    ...(description && { description }),
    url: absoluteUrl(school, '/'),
    ...(school.logo && { logo: school.logo }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...contactPoint(school),
    ...postalAddress(school),
    ...(locales.length > 0 && { knowsLanguage: locales }),
  }
}

function contactPoint(school: School): { contactPoint?: ContactPoint } {
  const { locales = [], contacts = {} } = school
  const { email, phone, hours, path } = contacts
  const known = {
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(hours && { description: hours }),
    ...(path && { url: absoluteUrl(school, path) }),
  }
  if (Object.keys(known).length === 0) return {}
  const languages = locales.length > 0 && { availableLanguage: locales }
  return { contactPoint: { '@type': 'ContactPoint', ...known, ...languages } }
}

function postalAddress({ address = {} }: School): { address?: PostalAddress } {
  const { street, city, region, postalCode, country } = address
  const known = {
    ...(street && { streetAddress: street }),
    ...(city && { addressLocality: city }),
    ...(region && { addressRegion: region }),
    ...(postalCode && { postalCode }),
    ...(country && { addressCountry: country }),
  }
  return Object.keys(known).length === 0 ? {} : { address: { '@type': 'PostalAddress', ...known } }
}

function course(school: School, program: Program, index: number): Course {
  const { description, path, grades, topics = [], prices = [] } = program
  const { locales = [] } = school
  const starts = program.startDates?.length ? program.startDates : [undefined]
  const instances = starts.flatMap((startDate) => courseInstance(school, program, startDate))
  return {
    '@type': 'Course',
    '@id': idOf(school, `program-${index + 1}`),
    name: program.name,
    ...(description && { description }),
    ...(path && { url: absoluteUrl(school, path) }),
    provider: { '@id': idOf(school, 'school') },
    ...(grades &&
      untranslatedLabels(school).length === 0 && {
        educationalLevel: `${labelsOf(school).grades}: ${formatGrades(grades)}`,
      }),
    ...(topics.length > 0 && { teaches: topics }),
    ...(locales.length > 0 && { inLanguage: locales }),
    ...(prices.length > 0 && { offers: prices.map(offer) }),
    ...(instances.length > 0 && { hasCourseInstance: instances }),
  }
}

function offer({ amount, currency, per }: NonNullable<Program['prices']>[number]): Offer {
  return {
    '@type': 'Offer',
    price: amount,
    priceCurrency: currency,
    category: amount === 0 ? 'Free' : 'Paid',
    ...(per && { eligibleQuantity: { '@type': 'QuantitativeValue', value: 1, unitText: per } }),
  }
}

/**
 * Returns the list of the pages that each describe one program. Google shows such a list if it has at least three
 * courses with a description, and leads visitors to their pages.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/course
 */
function courseList(school: School, programs: Program[]): ItemList[] {
  const urls = programs.map(({ path }) => path && absoluteUrl(school, path))
  const pages = urls.filter(
    (url, index): url is string =>
      url !== undefined &&
      url !== absoluteUrl(school, '/') &&
      programs[index]!.description !== undefined &&
      urls.indexOf(url) === urls.lastIndexOf(url),
  )
  if (pages.length < 3) return []
  const items = pages.map((url, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    url,
  }))
  return [{ '@type': 'ItemList', '@id': idOf(school, 'programs'), itemListElement: items }]
}

/**
 * Returns a course instance for a group, or one for all groups if no start date is known. Empty if nothing is known
 * about the groups.
 *
 * The duration of the schedule covers one week, and the workload covers the whole term.
 */
function courseInstance(
  school: School,
  program: Program,
  startDate: string | undefined,
): CourseInstance[] {
  const names = school.teachers?.map(({ name }) => name) ?? []
  const { mode, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize, timeZone } =
    school.schedule ?? {}
  const minutesPerWeek = lessonMinutes && lessonsPerWeek && lessonMinutes * lessonsPerWeek
  const schedule = {
    ...(minutesPerWeek && { repeatFrequency: 'Weekly', duration: toDuration(minutesPerWeek) }),
    ...(minutesPerWeek && weeksPerTerm && { repeatCount: weeksPerTerm }),
    ...(startDate && { startDate }),
    ...(timeZone && { scheduleTimezone: timeZone }),
  }
  const known = {
    ...(mode && { courseMode: mode }),
    ...(Object.keys(schedule).length > 0 && {
      courseSchedule: { '@type': 'Schedule' as const, ...schedule },
    }),
    ...(minutesPerWeek &&
      weeksPerTerm && { courseWorkload: toDuration(minutesPerWeek * weeksPerTerm) }),
    ...(groupSize && { maximumAttendeeCapacity: groupSize }),
    ...(program.teachers?.length && {
      instructor: program.teachers.map((name) => ({
        '@id': idOf(school, `teacher-${names.indexOf(name) + 1}`),
      })),
    }),
  }
  return Object.keys(known).length > 0 ? [{ '@type': 'CourseInstance', ...known }] : []
}

/** Formats minutes as an ISO 8601 duration: `PT1H30M`. */
function toDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

function person(
  school: School,
  teacher: NonNullable<School['teachers']>[number],
  index: number,
): Person {
  const { name, role, description, path } = teacher
  return {
    '@type': 'Person',
    '@id': idOf(school, `teacher-${index + 1}`),
    name,
    ...(role && { jobTitle: role }),
    ...(description && { description }),
    ...(path && { url: absoluteUrl(school, path) }),
    worksFor: { '@id': idOf(school, 'school') },
  }
}

function faqPage(school: School, faq: NonNullable<School['faq']>): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': idOf(school, 'faq'),
    url: absoluteUrl(school, PATHS.forLlm),
    inLanguage: school.language,
    ...(school.verified && { lastReviewed: school.verified }),
    mainEntity: faq.map(({ question, answer }) => ({
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

import type {
  ContactPoint,
  Course,
  CourseInstance,
  EducationalOrganization,
  FAQPage,
  Graph,
  ItemList,
  Person,
} from 'schema-dts'

import { PATHS } from '../resource.ts'
import type { Program, School } from '../school/school-schema.ts'
import { contentId } from '../school/content-id.ts'
import { absoluteUrl } from '../url.ts'
import { formatRange } from '../school/format.ts'
import { telegramUrl, whatsAppUrl } from './facts.ts'
import { entity, generalOffers, known, toDuration, toOffer, translatedLabels } from './offers.ts'

/** Builds the JSON-LD of the school. The `@id` of each entity is the URL of its section on `/for-llm/`. */
export function jsonLd(school: School): Graph {
  const { programs = [], teachers = [], faq = [] } = school
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(school),
      ...programs.map((program) => course(school, program)),
      ...courseList(school, programs),
      ...teachers.map((teacher) => person(school, teacher)),
      ...(faq.length > 0 ? [faqPage(school, faq)] : []),
    ],
  }
}

/** Returns `undefined` if the page is not the home page and has no program or teacher. */
export function pageJsonLd(school: School, page: string): Graph | undefined {
  const url = absoluteUrl(school, page)
  const isHere = ({ path }: { path?: string | undefined }): boolean =>
    path !== undefined && absoluteUrl(school, path) === url
  const { programs = [], teachers = [] } = school
  const names = new Set(programs.filter(isHere).flatMap(({ teachers = [] }) => teachers))
  const entities = [
    ...programs.map((program) => isHere(program) && course(school, program)),
    ...teachers.map(
      (teacher) => (isHere(teacher) || names.has(teacher.name)) && person(school, teacher),
    ),
  ].filter((entity) => entity !== false)
  if (entities.length === 0 && url !== absoluteUrl(school, '/')) return undefined
  return { '@context': 'https://schema.org', '@graph': [organization(school), ...entities] }
}

function organization(school: School): EducationalOrganization {
  const { summary, description, mainSite, locales = [], sameAs = [], credentials = [] } = school
  const { email, phone, hours, path } = school.contacts ?? {}
  const { street, city, region, postalCode, country } = school.address ?? {}
  const contactPoint = entity('ContactPoint', {
    email,
    telephone: phone,
    description: hours,
    url: path && absoluteUrl(school, path),
  })
  return {
    '@type': 'EducationalOrganization',
    '@id': idOf(school, 'school'),
    name: school.name,
    ...known({
      legalName: school.legalName,
      disambiguatingDescription: summary,
      description,
      url: absoluteUrl(school, '/'),
      logo: school.logo,
      sameAs: [...(mainSite ? [absoluteUrl({ url: mainSite }, '/')] : []), ...sameAs],
      email,
      telephone: phone,
      contactPoint: withMessengers(
        school,
        contactPoint && { ...contactPoint, ...known({ availableLanguage: locales }) },
      ),
      address: entity('PostalAddress', {
        streetAddress: street,
        addressLocality: city,
        addressRegion: region,
        postalCode,
        addressCountry: country,
      }),
      knowsLanguage: locales,
      hasCredential: credentials.map((name) => ({
        '@type': 'EducationalOccupationalCredential' as const,
        name,
      })),
      makesOffer: generalOffers(school),
    }),
  }
}

function withMessengers(
  { contacts = {} }: School,
  contactPoint: ContactPoint | undefined,
): ContactPoint | ContactPoint[] | undefined {
  const { telegram, whatsapp, viber } = contacts
  const messengers = [
    telegram && { contactType: 'Telegram', url: telegramUrl(telegram) },
    whatsapp && { contactType: 'WhatsApp', telephone: whatsapp, url: whatsAppUrl(whatsapp) },
    viber && { contactType: 'Viber', telephone: viber },
  ].flatMap((fields) => (fields ? entity('ContactPoint', fields)! : []))
  if (messengers.length === 0) return contactPoint
  return contactPoint ? [contactPoint, ...messengers] : messengers
}

function course(school: School, program: Program): Course {
  const { description, path, grades, ages, topics, prices = [], exams = [], certificate } = program
  const starts = program.startDates?.length ? program.startDates : [undefined]
  const labels = translatedLabels(school)
  return {
    '@type': 'Course',
    '@id': idOf(school, programId(program)),
    name: program.name,
    courseCode: contentId(school, program),
    ...known({
      description,
      url: path && absoluteUrl(school, path),
      provider: { '@id': idOf(school, 'school') },
      educationalLevel: grades && labels ? `${labels.grades}: ${formatRange(grades)}` : undefined,
      // "11-" is open.
      typicalAgeRange: ages && formatRange(ages).replace('+', '-'),
      teaches: topics,
      educationalAlignment: exams.map((targetName) => ({ '@type': 'AlignmentObject', targetName })),
      educationalCredentialAwarded: certificate,
      inLanguage: program.locales ?? school.locales,
      offers: prices.map((price) => toOffer(school, price)),
      hasCourseInstance: starts
        .map((startDate, index) => courseInstance(school, program, startDate, index))
        .filter((instance) => instance !== undefined),
    }),
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

/** Returns `undefined` if nothing is known about the groups. The duration covers one week, the workload the whole term. */
function courseInstance(
  school: School,
  program: Program,
  startDate: string | undefined,
  index: number,
): CourseInstance | undefined {
  const { mode, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize, timeZone } = {
    ...school.schedule,
    ...program.schedule,
  }
  const minutes = lessonMinutes && lessonsPerWeek ? lessonMinutes * lessonsPerWeek : undefined
  return entity('CourseInstance', {
    courseMode: mode,
    courseSchedule: entity('Schedule', {
      repeatFrequency: minutes ? 'Weekly' : undefined,
      duration: minutes ? toDuration(minutes) : undefined,
      repeatCount: minutes ? weeksPerTerm : undefined,
      startDate,
      endDate: program.endDates?.[index],
      description: program.schedule?.description,
      scheduleTimezone: timeZone,
    }),
    offers: entity('Offer', { validThrough: program.deadlines?.[index] }),
    courseWorkload: minutes && weeksPerTerm ? toDuration(minutes * weeksPerTerm) : undefined,
    maximumAttendeeCapacity: groupSize,
    instructor: program.teachers?.map((name) => ({
      '@id': idOf(school, teacherId({ name })),
    })),
  })
}

function person(school: School, teacher: NonNullable<School['teachers']>[number]): Person {
  const { name, role, description, path } = teacher
  return {
    '@type': 'Person',
    '@id': idOf(school, teacherId(teacher)),
    name,
    ...known({ jobTitle: role, description, url: path && absoluteUrl(school, path) }),
    worksFor: { '@id': idOf(school, 'school') },
  }
}

function faqPage(school: School, faq: NonNullable<School['faq']>): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': idOf(school, 'faq'),
    url: absoluteUrl(school, PATHS.forLlm),
    inLanguage: school.language,
    ...known({ lastReviewed: school.verified }),
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** Returns the ID of a program's section on `/for-llm/`. It does not change when other programs are added. */
export function programId({ name }: { name: string }): string {
  return `program-${encodeURIComponent(name)}`
}

export function teacherId({ name }: { name: string }): string {
  return `teacher-${encodeURIComponent(name)}`
}

function idOf(school: School, fragment: string): string {
  return `${absoluteUrl(school, PATHS.forLlm)}#${fragment}`
}

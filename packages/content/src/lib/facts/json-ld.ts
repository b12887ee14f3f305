import type {
  Course,
  CourseInstance,
  EducationalOrganization,
  FAQPage,
  Graph,
  ItemList,
  Offer,
  Person,
} from 'schema-dts'

import { labelsOf, untranslatedLabels } from '../school/labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'
import { formatGrades } from '../school/format.ts'

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
  const { summary, description, mainSite, locales = [], sameAs = [] } = school
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
      contactPoint: contactPoint && { ...contactPoint, ...known({ availableLanguage: locales }) },
      address: entity('PostalAddress', {
        streetAddress: street,
        addressLocality: city,
        addressRegion: region,
        postalCode,
        addressCountry: country,
      }),
      knowsLanguage: locales,
    }),
  }
}

function course(school: School, program: Program): Course {
  const { description, path, grades, topics, prices = [] } = program
  const starts = program.startDates?.length ? program.startDates : [undefined]
  return {
    '@type': 'Course',
    '@id': idOf(school, programId(program)),
    name: program.name,
    ...known({
      description,
      url: path && absoluteUrl(school, path),
      provider: { '@id': idOf(school, 'school') },
      educationalLevel:
        grades && untranslatedLabels(school).length === 0
          ? `${labelsOf(school).grades}: ${formatGrades(grades)}`
          : undefined,
      teaches: topics,
      inLanguage: school.locales,
      offers: prices.map(offer),
      hasCourseInstance: starts
        .map((startDate) => courseInstance(school, program, startDate))
        .filter((instance) => instance !== undefined),
    }),
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

/** Returns `undefined` if nothing is known about the groups. The duration covers one week, the workload the whole term. */
function courseInstance(
  school: School,
  program: Program,
  startDate: string | undefined,
): CourseInstance | undefined {
  const { mode, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize, timeZone } =
    school.schedule ?? {}
  const minutes = lessonMinutes && lessonsPerWeek ? lessonMinutes * lessonsPerWeek : undefined
  return entity('CourseInstance', {
    courseMode: mode,
    courseSchedule: entity('Schedule', {
      repeatFrequency: minutes ? 'Weekly' : undefined,
      duration: minutes ? toDuration(minutes) : undefined,
      repeatCount: minutes ? weeksPerTerm : undefined,
      startDate,
      scheduleTimezone: timeZone,
    }),
    courseWorkload: minutes && weeksPerTerm ? toDuration(minutes * weeksPerTerm) : undefined,
    maximumAttendeeCapacity: groupSize,
    instructor: program.teachers?.map((name) => ({
      '@id': idOf(school, teacherId({ name })),
    })),
  })
}

function toDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
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

function entity<Type extends string, Fields extends object>(
  type: Type,
  fields: Fields,
): ({ '@type': Type } & Known<Fields>) | undefined {
  const values = known(fields)
  return Object.keys(values).length > 0 ? { '@type': type, ...values } : undefined
}

function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
  return Object.fromEntries(entries) as Known<Fields>
}

type Known<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Returns the id of the section of a program on `/for-llm/`. It stays when other programs are added. */
export function programId({ name }: { name: string }): string {
  return `program-${encodeURIComponent(name)}`
}

export function teacherId({ name }: { name: string }): string {
  return `teacher-${encodeURIComponent(name)}`
}

function idOf(school: School, fragment: string): string {
  return `${absoluteUrl(school, PATHS.forLlm)}#${fragment}`
}

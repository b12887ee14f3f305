import { labelsOf } from '../labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'
import {
  formatDay,
  formatDuration,
  formatGrades,
  formatPostalAddress,
  formatPrice,
} from './format.ts'

/** A fact that every file writes as `Label: value`. */
export interface Fact {
  label: string
  /** Empty if the school description has no value. */
  values: FactValue[]
}

/** A single line of plain text, optionally linked. */
export interface FactValue {
  text: string
  url?: string
}

/** Returns the facts about a program: grades, prices, start dates, teachers and topics. */
export function programFacts(school: School, program: Program): Fact[] {
  const labels = labelsOf(school)
  return [
    gradesFact(school, program.grades),
    {
      label: labels.price,
      values: toValues(...(program.prices ?? []).map((price) => formatPrice(school, price))),
    },
    {
      label: labels.startDates,
      values: toValues(...(program.startDates ?? []).map((day) => formatDay(school, day))),
    },
    { label: labels.teachers, values: toValues(...(program.teachers ?? [])) },
    { label: labels.topics, values: toValues(...(program.topics ?? [])) },
  ]
}

/** Returns the grades of a program or of the school. */
export function gradesFact(school: School, grades: School['grades']): Fact {
  return { label: labelsOf(school).grades, values: toValues(grades && formatGrades(grades)) }
}

/** Returns the facts about the schedule: time zone, lesson length, frequency and group size. */
export function scheduleFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { timeZone, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize } = school.schedule ?? {}
  return [
    { label: labels.timeZone, values: toValues(timeZone) },
    {
      label: labels.lessonLength,
      values: toValues(lessonMinutes && formatDuration(school, lessonMinutes, 'minute')),
    },
    { label: labels.lessonsPerWeek, values: toValues(lessonsPerWeek) },
    {
      label: labels.termLength,
      values: toValues(weeksPerTerm && formatDuration(school, weeksPerTerm, 'week')),
    },
    { label: labels.groupSize, values: toValues(groupSize) },
  ]
}

/** Returns the contact details, the legal name and the school's other sites. */
export function contactFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { mainSite, legalName, locales = [], sameAs = [] } = school
  const { email, phone, hours, path } = school.contacts ?? {}
  return [
    { label: labels.email, values: email ? [{ text: email, url: `mailto:${email}` }] : [] },
    {
      label: labels.phone,
      values: phone ? [{ text: phone, url: `tel:${phone.replace(/[^+\d]/g, '')}` }] : [],
    },
    { label: labels.hours, values: toValues(hours) },
    pageFact(school, path),
    { label: labels.address, values: toValues(formatPostalAddress(school.address)) },
    { label: labels.legalName, values: toValues(legalName) },
    { label: labels.languages, values: toValues(locales.join(', ')) },
    { label: labels.website, values: toLinks(absoluteUrl(school, '/')) },
    {
      label: labels.mainSite,
      values: mainSite ? toLinks(absoluteUrl({ url: mainSite }, '/')) : [],
    },
    { label: labels.elsewhere, values: toLinks(...sameAs) },
  ]
}

/** Returns the name and URL to cite, and the day the facts were verified. */
export function citationFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  return [
    { label: labels.citeAs, values: toValues(school.citation?.name ?? school.name) },
    { label: labels.source, values: toLinks(absoluteUrl(school, PATHS.forLlm)) },
    {
      label: labels.verified,
      values: toValues(school.verified && formatDay(school, school.verified)),
    },
  ]
}

/** Returns the link to the page about a subject. Without a path, the fact has no value. */
export function pageFact(school: School, path: string | undefined): Fact {
  return {
    label: labelsOf(school).page,
    values: path === undefined ? [] : toLinks(absoluteUrl(school, path)),
  }
}

function toValues(...values: (string | number | undefined)[]): FactValue[] {
  return values.filter(Boolean).map((value) => ({ text: `${value}` }))
}

function toLinks(...urls: string[]): FactValue[] {
  return urls.map((url) => ({ text: url, url }))
}

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
  const { prices = [], startDates = [], teachers = [], topics = [] } = program
  return [
    gradesFact(school, program.grades),
    fact(labels.price, ...prices.map((price) => formatPrice(school, price))),
    fact(labels.startDates, ...startDates.map((day) => formatDay(school, day))),
    fact(labels.teachers, ...teachers),
    fact(labels.topics, ...topics),
  ]
}

/** Returns the grades of a program or of the school. */
export function gradesFact(school: School, grades: School['grades']): Fact {
  return fact(labelsOf(school).grades, grades && formatGrades(grades))
}

/** Returns the facts about the schedule: time zone, lesson length, frequency and group size. */
export function scheduleFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { timeZone, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize } = school.schedule ?? {}
  return [
    fact(labels.timeZone, timeZone),
    fact(labels.lessonLength, lessonMinutes && formatDuration(school, lessonMinutes, 'minute')),
    fact(labels.lessonsPerWeek, lessonsPerWeek),
    fact(labels.termLength, weeksPerTerm && formatDuration(school, weeksPerTerm, 'week')),
    fact(labels.groupSize, groupSize),
  ]
}

/** Returns the contact details, the legal name and the school's other sites. */
export function contactFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { mainSite, legalName, locales = [], sameAs = [] } = school
  const { email, phone, hours, path } = school.contacts ?? {}
  return [
    fact(labels.email, email && { text: email, url: `mailto:${email}` }),
    fact(labels.phone, phone && { text: phone, url: `tel:${phone.replace(/[^+\d]/g, '')}` }),
    fact(labels.hours, hours),
    pageFact(school, path),
    fact(labels.address, formatPostalAddress(school.address)),
    fact(labels.legalName, legalName),
    fact(labels.languages, locales.join(', ')),
    fact(labels.website, link(absoluteUrl(school, '/'))),
    fact(labels.mainSite, mainSite && link(absoluteUrl({ url: mainSite }, '/'))),
    fact(labels.elsewhere, ...sameAs.map(link)),
  ]
}

/** Returns the name and URL to cite, and the day the facts were verified. */
export function citationFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { citation, name, verified } = school
  return [
    fact(labels.citeAs, citation?.name ?? name),
    fact(labels.source, link(absoluteUrl(school, PATHS.forLlm))),
    fact(labels.verified, verified && formatDay(school, verified)),
  ]
}

/** Returns the link to the page about a subject. Without a path, the fact has no value. */
export function pageFact(school: School, path: string | undefined): Fact {
  return fact(labelsOf(school).page, path && link(absoluteUrl(school, path)))
}

/** Returns a fact with the values that are known. */
function fact(label: string, ...values: (FactValue | string | number | undefined)[]): Fact {
  const known = values.filter((value) => value !== undefined && value !== '' && value !== 0)
  return {
    label,
    values: known.map((value) => (typeof value === 'object' ? value : { text: `${value}` })),
  }
}

function link(url: string): FactValue {
  return { text: url, url }
}

import { labelsOf } from '../school/labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'
import {
  formatDay,
  formatDuration,
  formatGrades,
  formatPostalAddress,
  formatPrice,
} from '../school/format.ts'

export interface Fact {
  label: string
  /** Empty if the school description has no value. */
  values: FactValue[]
}

export interface FactValue {
  text: string
  url?: string
}

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

export function gradesFact(school: School, grades: School['grades']): Fact {
  return fact(labelsOf(school).grades, grades && formatGrades(grades))
}

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

export function citationFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { citation, name, verified } = school
  return [
    fact(labels.citeAs, citation?.name ?? name),
    fact(labels.source, link(absoluteUrl(school, PATHS.forLlm))),
    fact(labels.verified, verified && formatDay(school, verified)),
  ]
}

export function pageFact(school: School, path: string | undefined): Fact {
  return fact(labelsOf(school).page, path && link(absoluteUrl(school, path)))
}

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

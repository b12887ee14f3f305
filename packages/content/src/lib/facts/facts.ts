import { contentId } from '../school/content-id.ts'
import { labelsOf } from '../school/labels.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'
import {
  formatDay,
  formatDuration,
  formatLanguages,
  formatPostalAddress,
  formatPrice,
  formatRange,
  formatTrial,
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
  const { prices = [], teachers = [], topics = [], exams = [], locales = [] } = program
  const dayFact = (label: string, days: string[] = []): Fact =>
    fact(label, ...days.map((day) => formatDay(school, day)))
  return [
    fact('ID', contentId(school, program)),
    ...levelFacts(school, program),
    fact(labels.price, ...prices.map((price) => formatPrice(school, price))),
    dayFact(labels.startDates, program.startDates),
    dayFact(labels.endDates, program.endDates),
    dayFact(labels.deadlines, program.deadlines),
    fact(labels.schedule, program.schedule?.description?.replaceAll('\n\n', ' ')),
    ...scheduleFacts(school, program.schedule),
    fact(labels.languages, formatLanguages(school, locales)),
    fact(labels.teachers, ...teachers),
    fact(labels.topics, ...topics),
    fact(labels.exams, ...exams),
    fact(labels.certificate, program.certificate),
  ]
}

export function levelFacts(school: School, level: Pick<School, 'grades' | 'ages'>): Fact[] {
  const labels = labelsOf(school)
  return (['grades', 'ages'] as const).map((name) =>
    fact(labels[name], level[name] && formatRange(level[name])),
  )
}

/** Returns what applies to every program. */
export function feeFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { fees = [], discounts = [], trial } = school
  return [
    fact(labels.trial, trial && formatTrial(school, trial)),
    fact(labels.fees, ...fees.map((fee) => formatPrice(school, fee))),
    fact(labels.discounts, ...discounts),
  ]
}

export function credentialsFact(school: School): Fact {
  return fact(labelsOf(school).credentials, ...(school.credentials ?? []))
}

export function scheduleFacts(school: School, schedule: School['schedule'] = {}): Fact[] {
  const labels = labelsOf(school)
  const { mode, timeZone, lessonMinutes, lessonsPerWeek, weeksPerTerm, groupSize } = schedule
  const both = [labels.online, labels.onsite]
  return [
    fact(labels.mode, ...(mode === 'blended' ? both : [mode && labels[mode]])),
    fact(labels.timeZone, timeZone),
    fact(labels.lessonLength, lessonMinutes && formatDuration(school, lessonMinutes, 'minute')),
    fact(labels.lessonsPerWeek, lessonsPerWeek),
    fact(labels.termLength, weeksPerTerm && formatDuration(school, weeksPerTerm, 'week')),
    fact(labels.groupSize, groupSize),
  ]
}

export function contactFacts(school: School): Fact[] {
  const labels = labelsOf(school)
  const { mainSite, legalName, logo, locales = [], sameAs = [] } = school
  const { email, phone, telegram, whatsapp, viber, hours, path } = school.contacts ?? {}
  return [
    fact(labels.email, email && { text: email, url: `mailto:${email}` }),
    fact(labels.phone, phone && { text: phone, url: `tel:${phone.replace(/[^+\d]/g, '')}` }),
    fact('Telegram', telegram && { text: telegram, url: telegramUrl(telegram) }),
    fact('WhatsApp', whatsapp && { text: whatsapp, url: whatsAppUrl(whatsapp) }),
    fact('Viber', viber),
    fact(labels.hours, hours),
    pageFact(school, path),
    fact(labels.address, formatPostalAddress(school.address)),
    fact(labels.legalName, legalName),
    fact(labels.languages, formatLanguages(school, locales)),
    fact(labels.website, link(absoluteUrl(school, '/'))),
    fact(labels.mainSite, mainSite && link(absoluteUrl({ url: mainSite }, '/'))),
    fact(labels.elsewhere, ...sameAs.map(link)),
    fact(labels.logo, logo && link(logo)),
  ]
}

export function telegramUrl(name: string): string {
  return `https://t.me/${name.slice(1)}`
}

export function whatsAppUrl(number: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}`
}

/** Returns the heading of the programs section, which mentions prices only if there are any. */
export function programsTitle(school: School): string {
  const labels = labelsOf(school)
  const { programs = [], fees = [] } = school
  if (programs.length === 0) return labels.price
  const hasPrices = fees.length > 0 || programs.some(({ prices }) => prices?.length)
  return hasPrices ? labels.programs : labels.programList
}

/** Returns what the facts answer: labels of subjects that the description has facts about, and nothing else. */
export function whenToUseText(school: School): string {
  const labels = labelsOf(school)
  const { programs = [], policies = [], contacts, address } = school
  const known = (facts: Fact[]): string[] =>
    facts.filter(({ values }) => values.length > 0).map(({ label }) => label)
  const all = new Set(programs.flatMap((program) => known(programFacts(school, program))))
  const has = (...values: (object | string | undefined)[]): boolean =>
    values.some((value) => value && Object.keys(value).length > 0)
  const topics = new Set([
    ...known(levelFacts(school, school)),
    ...(has(programs) ? [labels.programList] : []),
    ...[labels.price, labels.startDates].filter((label) => all.has(label)),
    ...known(feeFacts(school)),
    ...(has(school.schedule, ...programs.map(({ schedule }) => schedule)) ? [labels.schedule] : []),
    ...(has(school.locales, ...programs.map(({ locales }) => locales)) ? [labels.languages] : []),
    ...(has(school.teachers) ? [labels.teachers] : []),
    ...(has(school.admissions?.description, school.admissions?.steps) ? [labels.admissions] : []),
    ...policies.map(({ name }) => name),
    ...(has(contacts, address) ? [labels.contacts] : []),
  ])
  const use = topics.size > 0 ? `${labels.useFor}: ${[...topics].join(', ')}. ` : ''
  return `${use}${labels.otherQuestions}`
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

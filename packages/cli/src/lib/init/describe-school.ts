import { defineSchool, type School, SchoolError } from '@conversion-capi/content'
import { findNameProblem } from '@conversion-capi/core/tracker-name'

import { CommandError } from '../report/errors.ts'
import type { Answers } from './answers.ts'
import type { ScannedPage } from './scan-page.ts'

/** A first description of a school. */
export interface Draft {
  school: School
  /** The fields that no page and no answer states. A person has to check them. */
  guessed: (keyof School)[]
}

/**
 * Drafts the description of a school from the answers and the pages. Texts are taken from the pages, so that they are
 * in the school's language.
 *
 * @param answers The answers.
 * @param pages The pages.
 * @throws {CommandError} If a page or the language cannot be described.
 */
export function describeSchool(answers: Answers, pages: ScannedPage[]): Draft {
  const { name, url, mainSite, language, currency, endpoint } = answers
  const home = pages.find(({ path }) => path === '/')
  const summary = home?.description ?? home?.title ?? name
  const email = pages.find((page) => page.email !== undefined)?.email
  const hostname = new URL(url).hostname.replace(/^www\./, '')
  const { timeZone, city, country } = findPlace(language)
  const grades = { from: 1, to: 12 }
  const priced = pages.filter((page) => page.price !== undefined)
  const per = new Intl.DisplayNames(language, { type: 'dateTimeField' }).of('month') ?? 'month'
  const programs = priced.map(({ path, heading, title, description, price }) => ({
    name: heading ?? title ?? name,
    description: description ?? summary,
    grades,
    prices: [{ amount: price!, currency, per }],
    path,
  }))
  const unpriced = { name, description: summary, grades, prices: [{ amount: 0, currency, per }] }
  const school: School = {
    name,
    summary,
    description: summary,
    url: new URL(url).origin,
    ...(mainSite && { mainSite: new URL(mainSite).origin }),
    tracker: trackerName(hostname),
    ...(endpoint && { endpoint }),
    language,
    contacts: { email: email ?? `info@${hostname}` },
    address: { city, country },
    grades,
    programs: programs.length > 0 ? uniqueNames(programs) : [unpriced],
    schedule: { description: summary, timeZone, lessonMinutes: 60, lessonsPerWeek: 1 },
    teachers: [],
    admissions: { description: summary, steps: [email ?? `info@${hostname}`] },
    faq: [],
    policies: [],
    pages: pages
      .filter(({ isHidden }) => !isHidden)
      .map(({ path, title, description }) => ({
        path,
        ...(title !== undefined && { title }),
        ...(title !== undefined && description !== undefined && { description }),
      })),
    citation: { guidance: new URL(url).origin },
  }
  return {
    school: validate(school),
    guessed: [
      ...(email === undefined ? (['contacts'] as const) : []),
      'address',
      'grades',
      'programs',
      'schedule',
      'admissions',
      'citation',
    ],
  }
}

function validate(school: School): School {
  try {
    return defineSchool(school)
  } catch (error) {
    if (!(error instanceof SchoolError)) throw error
    throw new CommandError(
      'The school cannot be described yet. Nothing was written.',
      error.problems.map((message) => ({ level: 'error', message })),
    )
  }
}

/** Guesses where a school is from the region of its language. */
function findPlace(language: string): { timeZone: string; city: string; country: string } {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
    timeZones?: string[]
  }
  const [timeZone = 'Europe/London'] = locale.getTimeZones?.() ?? locale.timeZones ?? []
  const city = timeZone.split('/').at(-1)!.replaceAll('_', ' ')
  return { timeZone, city, country: locale.region ?? 'GB' }
}

/** Makes a JavaScript identifier from the first label of a host name: `szachy` for `szachy.example`. */
function trackerName(hostname: string): string {
  const name = hostname.split('.')[0]!.replaceAll(/[^a-z\d]/gi, '')
  if (findNameProblem(name) === undefined) return name
  return `${name.replace(/^\d+/, '')}Tracker`.replace(/^T/, 't')
}

/** Two pages can have the same heading. */
function uniqueNames<Item extends { name: string }>(items: Item[]): Item[] {
  const seen = new Set<string>()
  return items.map((item) => {
    let { name } = item
    for (let count = 2; seen.has(name); count += 1) name = `${item.name} ${count}`
    seen.add(name)
    return { ...item, name }
  })
}

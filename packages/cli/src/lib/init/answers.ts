import { defineSchool, type SchoolDescription, SchoolError } from '@conversion-capi/content'

import { type Host, HOSTS } from '../project/site-options.ts'
import { UsageError } from '../output/errors.ts'
import { toLine } from '../output/terminal.ts'

/** What `init` has to know. */
export interface Answers {
  /** The folder of the handwritten pages, relative to the project. */
  pages: string
  host: Host
  /** The name of the school. */
  name: string
  /** The https origin of the site. */
  url: string
  /** The https origin of the school's main site, if it is another one. */
  mainSite?: string
  /** The language of the pages: `pl`, `ar-JO`. */
  language: string
  pixelId: string
  /** ISO 4217 code. The currency of prices whose sign several currencies share, such as `$`. */
  currency?: string
  /** The URL of the function, if it is on another origin than the pages. Required for Supabase. */
  endpoint?: string
}

/** The answers that are known so far. */
export type GivenAnswers = Partial<Record<keyof Answers, string>>

/** An answer that the project states, and where. */
export interface FoundAnswer {
  value: string
  /** `public/index.html:12`, `<html lang>, public/index.html:2`. */
  from: string
}

/** The answers that the project states. */
export type FoundAnswers = Partial<Record<keyof Answers, FoundAnswer>>

/** How one answer is asked for and checked. */
export interface Question {
  key: keyof Answers
  flag: string
  /** What is asked for: `Language`. */
  label: string
  /** The question, if the project does not state the answer. */
  message: string
  /** What to write. */
  hint: string
  /** Whether it may be left out. */
  optional?: boolean
  /** Whether only the flag sets it. */
  isFlagOnly?: boolean
  /** Returns what is wrong with a value, or `undefined`. */
  check: (value: string) => string | undefined
}

/** The questions, in the order in which they are asked. */
export const QUESTIONS: Question[] = [
  {
    key: 'pages',
    flag: 'pages',
    label: 'Folder of the pages',
    message: 'In which folder are the pages?',
    hint: 'a folder inside the project, such as public',
    check: (value) =>
      /^(?!\.)(?!.*\.\.)[^/\\][^\\]*$/.test(value)
        ? undefined
        : 'Write a folder inside the project, such as "public". Move your pages there first.',
  },
  {
    key: 'host',
    flag: 'host',
    label: 'Host',
    message: 'Where will the site run?',
    hint: HOSTS.join(', '),
    check: (value) =>
      HOSTS.includes(value as Host) ? undefined : `Write one of ${HOSTS.join(', ')}.`,
  },
  {
    key: 'name',
    flag: 'name',
    label: 'Name of the school',
    message: 'What is the name of the school?',
    hint: 'the name of the school',
    check: (value) => findFieldProblem('name', value),
  },
  {
    key: 'url',
    flag: 'url',
    label: 'URL of this site',
    message: 'What is the URL of this site, such as https://start.school.example?',
    hint: 'https://…',
    check: (value) => findFieldProblem('url', value.replace(/\/$/, '')),
  },
  {
    key: 'mainSite',
    flag: 'main-site',
    label: 'URL of the main site',
    message: 'What is the URL of the main site, if that is another one? Leave it empty to skip.',
    hint: 'https://…',
    optional: true,
    check: (value) => findFieldProblem('mainSite', value.replace(/\/$/, '')),
  },
  {
    key: 'language',
    flag: 'language',
    label: 'Language',
    message: 'In which language are the pages, such as "en" or "pt-BR"?',
    hint: 'a tag such as en or pt-BR',
    check: (value) => findFieldProblem('language', value),
  },
  {
    key: 'pixelId',
    flag: 'pixel-id',
    label: 'Pixel ID',
    message: 'What is the ID of your Meta pixel?',
    hint: 'the digits that Meta shows',
    check: (value) => (/^\d+$/.test(value) ? undefined : 'Write the digits that Meta shows.'),
  },
  {
    key: 'currency',
    flag: 'currency',
    label: 'Currency',
    message: 'Which currency does a sign such as "$" stand for?',
    hint: 'a code such as USD',
    optional: true,
    isFlagOnly: true,
    check: (value) =>
      Intl.supportedValuesOf('currency').includes(value)
        ? undefined
        : 'Write the three-letter currency code, such as "EUR".',
  },
  {
    key: 'endpoint',
    flag: 'endpoint',
    label: 'URL of the function',
    message:
      'What is the URL of the function, such as https://abcdefgh.supabase.co/functions/v1/conversion-capi?',
    hint: 'https://…',
    optional: true,
    check: (value) => findFieldProblem('endpoint', value),
  },
]

/** Returns the questions that apply to a host. Only Supabase runs the function on another origin than the pages. */
export function questionsFor(host: string | undefined): Question[] {
  return QUESTIONS.filter(({ key }) => key !== 'endpoint' || host === 'supabase').map((question) =>
    question.key === 'endpoint' ? { ...question, optional: false } : question,
  )
}

/**
 * Checks the answers given as flags.
 *
 * @param flags The given answers.
 * @throws {UsageError} Lists every unusable value.
 */
export function checkFlags(flags: GivenAnswers): void {
  const problems = QUESTIONS.flatMap(({ key, flag, check }) => {
    const value = flags[key]
    const problem = value === undefined ? undefined : check(value)
    return problem === undefined ? [] : [`--${flag} is unusable. ${problem}`]
  })
  if (problems.length > 0) throw new UsageError(problems.join(' '))
}

/**
 * Completes the answers.
 *
 * @param given The answers that the user gave.
 * @param found The answers that the project states.
 * @param isAccepted Whether they are accepted where the user gave none.
 * @throws {UsageError} Lists every missing flag.
 */
export function readAnswers(
  given: GivenAnswers,
  found: FoundAnswers,
  isAccepted: boolean,
): Answers {
  const accepted = Object.entries(found).map(([key, { value }]) => [key, value])
  const all: GivenAnswers = { ...(isAccepted && Object.fromEntries(accepted)), ...given }
  const questions = questionsFor(all.host)
  const missing = questions.filter(({ key, optional }) => !optional && all[key] === undefined)
  if (missing.length > 0) throw missingAnswers(missing, isAccepted ? {} : found)
  return Object.fromEntries(
    questions.map(({ key }) => [key, all[key]]).filter(([, value]) => value),
  )
}

function missingAnswers(missing: Question[], found: FoundAnswers): UsageError {
  const stated = missing.flatMap(({ key, flag }) =>
    found[key] ? [`--${flag}=${JSON.stringify(toLine(found[key].value))}`] : [],
  )
  const rest = missing
    .filter(({ key }) => !found[key])
    .map(({ flag, hint }) => `--${flag} (${hint})`)
  return new UsageError(
    [
      ...(stated.length === 0
        ? []
        : [
            'Without a terminal, init needs --yes or more flags.',
            `Your files state ${stated.join(' ')}.`,
          ]),
      ...(rest.length === 0 ? [] : [`No file states all that init needs. Add ${rest.join(', ')}.`]),
    ].join(' '),
  )
}

/**
 * Returns what is wrong with the value of a field of the description, or `undefined`.
 *
 * @param field The field.
 * @param value Its value.
 */
function findFieldProblem(
  field: 'name' | 'url' | 'mainSite' | 'language' | 'endpoint',
  value: string,
): string | undefined {
  const school: SchoolDescription = {
    name: 'School',
    url: 'https://this-site.example',
    language: 'en',
    pages: [{ path: '/' }],
    [field]: value,
  }
  try {
    defineSchool(school)
    return undefined
  } catch (error) {
    if (!(error instanceof SchoolError)) throw error
    // "language is invalid. Write …"
    return error.problems[0]!.replace(/^\S+ is \w+\. /, '')
  }
}

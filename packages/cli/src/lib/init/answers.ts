import { toLine, UsageError } from '@conversion-capi/meta/terminal'

import {
  type Answers,
  type GivenAnswers,
  type Question,
  QUESTIONS,
  questionsFor,
} from './questions.ts'

export interface FoundValue {
  value: string
  /** The source, such as `<html lang>`. Not set if the line is enough. */
  tag?: string
  line: number
}

export interface FoundAnswer {
  value: string
  /** `public/index.html:12`, `<html lang>, public/index.html:2`. */
  from: string
}

export function toAnswer({ value, tag, line }: FoundValue, file: string): FoundAnswer {
  return { value, from: `${tag ? `${tag}, ` : ''}${file}:${line}` }
}

export type FoundAnswers = Partial<Record<keyof Answers, FoundAnswer>>

export function checkFlags(flags: GivenAnswers): void {
  checkAnswers(flags)
  const place = flags.builder === undefined ? 'folder' : 'builder'
  const misplaced = QUESTIONS.find((each) => each[place] === false && flags[each.key] !== undefined)
  if (misplaced === undefined) return
  throw new UsageError(
    flags.builder === undefined
      ? `--${misplaced.flag} is for pages of a site builder. Add --builder with the URL of the site, or remove it.`
      : `--${misplaced.flag} is for pages in a folder. Remove it, or --builder.`,
  )
}

function checkAnswers(answers: GivenAnswers): void {
  const problems = questionsFor({ ...answers, host: 'supabase' }).flatMap(
    ({ key, flag, check }) => {
      const value = answers[key]
      const problem = value === undefined ? undefined : check(value, answers)
      return problem === undefined ? [] : [`--${flag} is unusable. ${problem}`]
    },
  )
  if (problems.length > 0) throw new UsageError(problems.join(' '))
}

/** Completes the answers. If `isAccepted`, what was found is accepted where the user gave none. */
export function readAnswers(
  given: GivenAnswers,
  found: FoundAnswers,
  isAccepted: boolean,
): Answers {
  const accepted = Object.entries(found).map(([key, { value }]) => [key, value])
  const all: GivenAnswers = {
    // If the pages ask for consent, nothing is sent without it, unless a flag overrides this.
    ...(found.consent && !given.builder && { consent: found.consent.value }),
    ...(isAccepted && Object.fromEntries(accepted)),
    ...given,
  }
  const questions = questionsFor(all)
  const missing = questions.filter(
    // A pixel ID that the pages state is not left out in silence.
    ({ key, optional }) =>
      all[key] === undefined && (!optional || (key === 'pixelId' && found[key])),
  )
  if (missing.length > 0) throw missingAnswers(missing, isAccepted ? {} : found, all)
  checkAnswers(all)
  return Object.fromEntries(
    questions.map(({ key }) => [key, all[key]]).filter(([, value]) => value),
  )
}

function missingAnswers(
  missing: Question[],
  found: FoundAnswers,
  { builder }: GivenAnswers,
): UsageError {
  const [source, unstated] =
    builder === undefined
      ? ['Found in your files:', 'Your files do not contain all that init needs.']
      : ['Found on your site:', 'Not all that init needs is known.']
  const stated = missing.flatMap(({ key, flag }) =>
    found[key] ? [`--${flag}=${JSON.stringify(toLine(found[key].value))}`] : [],
  )
  const rest = missing
    .filter(({ key }) => !found[key])
    .map(({ flag, hint }) => `--${flag} (${hint})`)
  const sentences = [
    stated.length > 0 &&
      `Without a terminal, init needs --yes or more flags. ${source} ${stated.join(' ')}.`,
    rest.length > 0 && `${unstated} Add ${rest.join(', ')}.`,
  ]
  return new UsageError(sentences.filter(Boolean).join(' '))
}

import { type Host, HOSTS } from '../project/site-options.ts'
import { UsageError } from '../report/errors.ts'

/** What `init` has to know. */
export interface Answers {
  host: Host
  /** The name of the school. */
  name: string
  /** The https origin of the site. */
  url: string
  /** The https origin of the school's main site, if it is another one. */
  mainSite?: string
  /** The language of the pages: `pl`, `ar-JO`. */
  language: string
  /** ISO 4217 code. */
  currency: string
  pixelId: string
  /** The folder of the handwritten pages, relative to the project. */
  pages: string
  /** The URL of the function, if it is on another origin than the pages. Required for Supabase. */
  endpoint?: string
}

/** How one answer is asked for and checked. */
export interface Question {
  key: keyof Answers
  flag: string
  message: string
  placeholder: string
  /** Whether it may be left out. */
  optional?: boolean
  /** Returns what is wrong with a value, or `undefined`. */
  check: (value: string) => string | undefined
}

/** The questions, in the order in which they are asked. */
export const QUESTIONS: Question[] = [
  {
    key: 'host',
    flag: 'host',
    message: 'Where will the site run?',
    placeholder: 'vercel',
    check: (value) =>
      HOSTS.includes(value as Host) ? undefined : `Write one of ${HOSTS.join(', ')}.`,
  },
  {
    key: 'name',
    flag: 'name',
    message: 'What is the name of the school?',
    placeholder: 'Polaris Online School',
    check: (value) =>
      /^[^[\]\n]+$/.test(value) ? undefined : 'Write a name without square brackets.',
  },
  {
    key: 'url',
    flag: 'url',
    message: 'What is the URL of this site?',
    placeholder: 'https://start.school.example',
    check: checkOrigin,
  },
  {
    key: 'mainSite',
    flag: 'main-site',
    message: 'What is the URL of the main site, if that is another one?',
    placeholder: 'https://www.school.example',
    optional: true,
    check: checkOrigin,
  },
  {
    key: 'language',
    flag: 'language',
    message: 'In which language are the pages?',
    placeholder: 'en',
    check: (value) =>
      isLanguage(value) ? undefined : 'Write a language tag, such as "en" or "pt-BR".',
  },
  {
    key: 'currency',
    flag: 'currency',
    message: 'In which currency are the prices?',
    placeholder: 'EUR',
    check: (value) =>
      Intl.supportedValuesOf('currency').includes(value)
        ? undefined
        : 'Write the three-letter currency code, such as "EUR".',
  },
  {
    key: 'pixelId',
    flag: 'pixel-id',
    message: 'What is the id of your Meta pixel?',
    placeholder: '1234567890',
    check: (value) => (/^\d+$/.test(value) ? undefined : 'Write the digits that Meta shows.'),
  },
  {
    key: 'pages',
    flag: 'pages',
    message: 'In which folder are the pages?',
    placeholder: 'public',
    check: (value) =>
      /^(?!\.)(?!.*\.\.)[^/\\][^\\]*$/.test(value)
        ? undefined
        : 'Write a folder inside the project, such as "public". Move your pages there first.',
  },
  {
    key: 'endpoint',
    flag: 'endpoint',
    message: 'What is the URL of the function?',
    placeholder: 'https://abcdefgh.supabase.co/functions/v1/conversion-capi',
    optional: true,
    check: (value) =>
      URL.canParse(value) && value.startsWith('https://')
        ? undefined
        : 'Write an absolute https URL.',
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
 * @param flags The given answers. The pages folder defaults to `public`.
 * @returns All answers.
 * @throws {UsageError} Lists every missing flag, or every unusable value.
 */
export function readAnswers(flags: Partial<Record<keyof Answers, string>>): Answers {
  const given = { pages: 'public', ...flags }
  const questions = questionsFor(given.host)
  const missing = questions.filter(({ key, optional }) => !optional && given[key] === undefined)
  if (missing.length > 0) {
    const flags = missing.map(({ flag, placeholder }) => `--${flag}=${JSON.stringify(placeholder)}`)
    throw new UsageError(`Without a terminal, init needs more flags. Add ${flags.join(' ')}.`)
  }
  const problems = questions.flatMap(({ key, flag, check }) => {
    const value = given[key]
    const problem = value === undefined ? undefined : check(value)
    return problem === undefined ? [] : [`--${flag} is unusable. ${problem}`]
  })
  if (problems.length > 0) throw new UsageError(problems.join(' '))
  const known = questions.map(({ key }) => [key, given[key]]).filter(([, value]) => value)
  return Object.fromEntries(known)
}

function checkOrigin(value: string): string | undefined {
  if (URL.canParse(value) && value.startsWith('https://')) {
    const { origin } = new URL(value)
    if (value === origin || value === `${origin}/`) return undefined
  }
  return 'Write an https origin, such as "https://school.example".'
}

function isLanguage(value: string): boolean {
  try {
    return new Intl.Locale(value).language !== undefined
  } catch {
    return false
  }
}

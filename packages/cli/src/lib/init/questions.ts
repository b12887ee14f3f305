import { defineSchool, type SchoolDescription, SchoolError } from '@conversion-capi/content'

import {
  type Framework,
  FRAMEWORKS,
  isPageOrigin,
  type Platform,
  PLATFORMS,
} from '../project/site-options.ts'
import { type Host, HOSTS } from '../hosts/hosts.ts'

export interface Answers {
  /** The URL of the site, if a site builder serves its pages. `url` is then the origin of the deployment. */
  builder?: string
  /** The framework that builds the pages. The project then has no folder of pages. */
  framework?: Framework
  pages?: string
  host: Host
  name: string
  url: string
  /** The https origin of the school's main site, if it is another one. */
  mainSite?: string
  language: string
  /** @default none: `dev` uses an example */
  pixelId?: string
  /** The URL of the function, if it is on another origin than the pages. Required for Supabase. */
  endpoint?: string
  platform?: Platform
  consent?: 'wait' | 'none'
  /** How phone numbers are dialed in the school's country: `48`, or with a trunk prefix `7:8`. */
  nationalPhone?: string
  /** Whether Meta may receive which program a page is about: `yes` or `no`. */
  program?: string
}

export type GivenAnswers = Partial<Record<keyof Answers, string>>

export interface Question {
  key: keyof Answers
  flag: string
  label: string
  message: string
  hint: string
  optional?: boolean
  isFlagOnly?: boolean
  /** Whether the dialog accepts no answer. */
  isSkippable?: boolean
  /** What differs for pages in a folder of the project. `false`: nothing is asked. */
  folder?: Partial<Question> | false
  builder?: Partial<Question> | false
  /** `given` are the answers before it. */
  check: (value: string, given?: GivenAnswers) => string | undefined
}

const BY_KEY: Record<keyof Answers, Omit<Question, 'key' | 'flag'>> = {
  builder: {
    label: 'URL of your site',
    message: 'What is the URL of your site, such as https://school.example?',
    hint: 'https://…',
    isFlagOnly: true,
    folder: false,
    check: (value) =>
      URL.canParse(value) && isPageOrigin(new URL(value).origin)
        ? undefined
        : 'Write the https URL of a published page, such as "https://school.example".',
  },
  framework: {
    label: 'Framework',
    message: 'Which framework builds the pages?',
    hint: FRAMEWORKS.join(', '),
    optional: true,
    isFlagOnly: true,
    builder: false,
    check: isOneOf(FRAMEWORKS),
  },
  pages: {
    label: 'Folder of the pages',
    message: 'In which folder are the pages?',
    hint: 'a folder inside the project, such as public',
    builder: false,
    check: matches(
      /^(?!\.)(?!.*\.\.)[^/\\][^\\]*$/,
      'Write a folder inside the project, such as "public". Move your pages there first.',
    ),
  },
  host: {
    label: 'Host',
    message: 'Where will the site run?',
    hint: HOSTS.join(', '),
    builder: { message: 'Where will the function run?' },
    check: isOneOf(HOSTS),
  },
  name: {
    label: 'Name of the school',
    message: 'What is the name of the school?',
    hint: 'the name of the school',
    check: (value) => findFieldProblem('name', value),
  },
  url: {
    label: 'URL of this site',
    message: 'What is the URL of this site, such as https://www.school.example?',
    hint: 'https://…',
    folder: {
      isSkippable: true,
      message:
        'What is the URL of this site, such as https://www.school.example? Leave it empty to add it later: the command dev needs none.',
    },
    builder: {
      label: 'URL of the deployment',
      message:
        'What will be the URL of the deployment, such as https://track.school.example? A subdomain of your own can move to another host later.',
      check: (value, given) =>
        isSameOrigin(value, given?.builder)
          ? 'This is the URL of the pages, which the site builder serves. Write the URL of the deployment, such as https://track.school.example.'
          : checkUrl(value),
    },
    check: checkUrl,
  },
  mainSite: {
    label: 'URL of the main site',
    message: "What is the URL of the school's main site? Leave it empty if it is this site.",
    hint: 'https://…',
    optional: true,
    builder: false,
    check: (value, given) =>
      isSameOrigin(value, given?.url)
        ? 'This is the URL of this site. Write the URL of another site.'
        : findFieldProblem('mainSite', value.replace(/\/$/, '')),
  },
  language: {
    label: 'Language',
    message: 'In which language are the pages, such as "en" or "pt-BR"?',
    hint: 'a tag such as en or pt-BR',
    check: (value) => findFieldProblem('language', value),
  },
  pixelId: {
    label: 'Pixel ID',
    message: 'What is the ID of your Meta pixel?',
    hint: 'the digits that Meta shows',
    folder: {
      optional: true,
      message:
        'What is the ID of your Meta pixel? Leave it empty to add it later: the command dev needs none.',
    },
    check: matches(/^\d+$/, 'Write the digits that Meta shows.'),
  },
  endpoint: {
    label: 'URL of the function',
    message:
      'What is the URL of the function, such as https://abcdefgh.supabase.co/functions/v1/conversion-capi?',
    hint: 'https://…',
    optional: true,
    check: (value) => findFieldProblem('endpoint', value),
  },
  platform: {
    label: 'Site builder',
    message: `Which site builder serves the pages, such as ${PLATFORMS.join(', ')}? Leave it empty to skip.`,
    hint: PLATFORMS.join(', '),
    optional: true,
    folder: false,
    check: isOneOf(PLATFORMS),
  },
  consent: {
    label: 'Consent',
    message: 'Must visitors agree before they are tracked? Write "wait" or "none".',
    hint: 'wait, if visitors must agree before they are tracked, or none',
    // Pages in a folder show it. Those of a site builder are not all read.
    folder: { optional: true, isFlagOnly: true },
    check: matches(/^(?:wait|none)$/, 'Write "wait" or "none".'),
  },
  nationalPhone: {
    label: 'Country code of phone numbers',
    message:
      'What is the country code of your visitors, such as 48, or 49:0 if numbers start with 0? Leave it empty to skip.',
    hint: 'the country code, such as 48, or 49:0 if numbers start with 0',
    optional: true,
    folder: false,
    check: matches(/^[1-9]\d{0,2}(?::\d+)?$/, 'Write digits, such as "48" or "49:0".'),
  },
  program: {
    label: 'Send the program of a page to Meta',
    message: 'May Meta receive which program a page is about? Write "yes" or "no".',
    hint: 'yes, if Meta may receive which program a page is about, or no',
    optional: true,
    // Asked if the pages describe programs.
    isFlagOnly: true,
    check: matches(/^(?:yes|no)$/, 'Write "yes" or "no".'),
  },
}

export const QUESTIONS: Question[] = Object.entries(BY_KEY).map(([key, question]) => ({
  key: key as keyof Answers,
  flag: key.replaceAll(/[A-Z]/g, '-$&').toLowerCase(),
  ...question,
}))

const URL_KEYS: ReadonlySet<keyof Answers> = new Set(['builder', 'url', 'mainSite', 'endpoint'])

/** Returns an answer as it was meant: people paste IDs with spaces, and URLs without `https://`. */
export function readAnswer(key: keyof Answers, text: string): string {
  const value = text.trim()
  if (key === 'pixelId') return value.replaceAll(/\s/g, '')
  const isBare = URL_KEYS.has(key) && /^[^\s/:]+\.[^\s/:]+(?:\/|$)/.test(value)
  return isBare ? `https://${value}` : value
}

/**
 * Returns the questions that apply to the answers so far. Only Supabase runs the function on another origin than the
 * static files.
 */
export function questionsFor({ host, builder, framework }: GivenAnswers): Question[] {
  const place = builder === undefined ? 'folder' : 'builder'
  return QUESTIONS.filter(
    (each) =>
      each[place] !== false &&
      (each.key !== 'endpoint' || host === 'supabase') &&
      (each.key !== 'pages' || framework === undefined),
  ).map((each) => ({
    ...each,
    ...(each.key === 'endpoint' && { optional: false }),
    ...each[place],
  }))
}

function checkUrl(value: string): string | undefined {
  return findFieldProblem('url', value.replace(/\/$/, ''))
}

function isSameOrigin(value: string, other = ''): boolean {
  return (
    URL.canParse(value) && URL.canParse(other) && new URL(value).origin === new URL(other).origin
  )
}

function matches(pattern: RegExp, problem: string): Question['check'] {
  return (value) => (pattern.test(value) ? undefined : problem)
}

function isOneOf(values: readonly string[]): Question['check'] {
  return (value) => (values.includes(value) ? undefined : `Write one of ${values.join(', ')}.`)
}

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

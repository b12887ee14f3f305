import * as z from 'zod'

import {
  httpsOrigin,
  httpsUrl,
  isoDate,
  linkText,
  matchingText,
  pathPattern,
  plainText,
  singleLineText,
  sitePath,
  trackerName,
} from './fields.ts'
import { labelsSchema } from './labels.ts'
import {
  countryCode,
  currencyCode,
  currencyDecimals,
  hasKnownDecimals,
  languageTag,
  timeZoneName,
} from './registered-codes.ts'

const LIST = 'Write a list in square brackets.'

/** An object with known fields. The instruction says what to write instead of anything else. */
function object<Fields extends z.core.$ZodLooseShape>(instruction: string, fields: Fields) {
  return z.strictObject(fields, instruction)
}

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, LIST).optional()
}

const count = (noun: string) => z.int(`Write a whole number of ${noun}.`).min(1, 'Write 1 or more.')

const grade = z
  .int('Write a grade as a whole number.')
  .min(1, 'Write a grade from 1 to 13.')
  .max(13, 'Write a grade from 1 to 13.')

const grades = object('Write the lowest and the highest grade, such as { from: 5, to: 11 }.', {
  /** The lowest grade, 1 to 13. */
  from: grade,
  /** The highest grade, 1 to 13. Equal to `from` for a single grade. */
  to: grade,
}).refine(
  ({ from, to }) => from <= to,
  'Write the lower grade as "from" and the higher one as "to".',
)

const price = object('Write a price such as { amount: 240, currency: "EUR", per: "term" }.', {
  /** In units of the currency, with at most the decimals that ISO 4217 gives it: 2 for `EUR`, 3 for `KWD`. 0 means free. */
  amount: z
    .number('Write the price as a number, such as 240 or 19.99.')
    .min(0, 'Write a price of 0 or more.'),
  /** ISO 4217 code: `EUR`. */
  currency: currencyCode(),
  /** The unit the price is for: `term`, `month`, `lesson`. */
  per: singleLineText('Write the unit the price is for, such as "term" or "month".').optional(),
}).refine(hasKnownDecimals, {
  path: ['amount'],
  error({ input }) {
    const { currency } = input as { currency: string }
    const decimals = currencyDecimals(currency)
    return decimals === 0
      ? `Write a whole number: ${currency} has no smaller unit.`
      : `Write at most ${decimals} digits after the decimal point.`
  },
})

const program = z.strictObject({
  /** Unique among the programs. Must not contain square brackets. */
  name: linkText('Write the name of the program.'),
  /** What students learn. A blank line starts a paragraph. */
  description: plainText('Write what students learn, in a sentence or more.').optional(),
  /** The grades the program is for. */
  grades: grades.optional(),
  /** The prices, such as one per term and one per month. A free program has the amount 0. */
  prices: list(price),
  /** The topics covered, one line each. */
  topics: z.array(singleLineText('Write one topic.')).optional(),
  /** The program's page, one of `pages`. */
  path: sitePath().optional(),
  /** Names of entries in `teachers`. */
  teachers: z.array(singleLineText('Write the name of a teacher.')).optional(),
  /** The days on which groups start. */
  startDates: z.array(isoDate()).optional(),
})

const teacher = z.strictObject({
  /** Unique among the teachers. Must not contain square brackets. */
  name: linkText('Write the name of the teacher.'),
  /** Job title: `Mathematics teacher`. */
  role: singleLineText('Write the job title of the teacher.').optional(),
  /** A short biography. A blank line starts a paragraph. */
  description: plainText('Write a sentence about the teacher.').optional(),
  /** The teacher's page, one of `pages`. */
  path: sitePath().optional(),
})

const page = z.strictObject({
  /** Path on this site. Each page is listed once. */
  path: sitePath(),
  /** Required if the page has a description. Must not contain square brackets. */
  title: linkText('Write the title of the page.').optional(),
  /** One sentence. `llms.txt` lists only pages with a description; the sitemap lists every page. */
  description: singleLineText('Write one sentence that describes the page.').optional(),
  /**
   * The day the content last changed. Omit it if unknown: search engines distrust wrong dates. `defineSchool` has
   * no clock and accepts days in the future.
   */
  lastmod: isoDate().optional(),
  /** The language of the page. @default the school's language */
  language: languageTag().optional(),
  /** The same page in other languages: `{ ru: '/ru/', ar: '/ar/' }`. */
  variants: z.record(languageTag(), sitePath()).optional(),
})

/** Validates one value at a time. `checkConsistency` checks the values against each other. */
export const schoolSchema = z.strictObject({
  /** The common name of the school. Must not contain square brackets. */
  name: linkText('Write the name of the school.'),
  /** The name used in contracts, if it differs. */
  legalName: singleLineText('Write the legal name.').optional(),
  /** One sentence, used where a file has room for only one. */
  summary: singleLineText('Write one sentence that says what the school is.').optional(),
  /** What the school is, whom it is for and how it works. A blank line starts a paragraph. */
  description: plainText('Write at least one paragraph about the school.').optional(),
  /** The origin of this site, without a trailing slash: `https://school.example`. */
  url: httpsOrigin('Write the https origin of this site, such as "https://school.example".'),
  /**
   * The origin of the school's main site, which unknown paths redirect to (specification 4.2). Without it,
   * unknown paths show a "not found" page.
   */
  mainSite: httpsOrigin(
    'Write the https origin of the main site, such as "https://www.school.example".',
  ).optional(),
  /**
   * The name of the tracker: `polaris` for `/polaris.js` and `window.polaris`.
   *
   * @default the first part of the hostname that is not "www"
   */
  tracker: trackerName().optional(),
  /** The URL of the conversion proxy. @default `/functions/v1/conversion-capi` on this site */
  endpoint: httpsUrl('Write the absolute https URL of the proxy.')
    .refine((url) => !/[?#]/.test(url), 'Remove the query and the fragment.')
    .optional(),
  /** The language of the texts in this description: `en`, `pt-BR`. */
  language: languageTag(),
  /**
   * The labels around the school's texts. They replace the built-in ones. In a language without built-in labels, the
   * files that need labels are left out until every label is written. An empty label is not translated yet.
   */
  labels: labelsSchema.optional(),
  /** The languages lessons are taught in. */
  locales: z.array(languageTag()).optional(),
  /** How to reach the school. */
  contacts: object('Write the contacts, such as { email: "…" }.', {
    /** ASCII only: `hello@school.example`. */
    email: z.email('Write an email address, such as "hello@school.example".').optional(),
    /** With country code: `+351 21 000 0000`. */
    phone: matchingText(
      /^\+\d(?:(?:[ -]| ?\(|\)[ -]?)?\d){5,18}$/,
      'Write the phone number with "+" and country code, such as "+351 21 000 0000".',
    ).optional(),
    /** When the school can be reached. */
    hours: singleLineText('Write the hours, such as "Monday to Friday, 9 to 18".').optional(),
    /** The contact page, one of `pages`. */
    path: sitePath().optional(),
  }).optional(),
  /** The postal address of the school. */
  address: object('Write the postal address, such as { city: "…", country: "PT" }.', {
    /** Street and number. */
    street: singleLineText('Write street and number.').optional(),
    /** The city. */
    city: singleLineText('Write the city.').optional(),
    /** The state or region. */
    region: singleLineText('Write the region.').optional(),
    /** The postal code. */
    postalCode: singleLineText('Write the postal code.').optional(),
    /** ISO 3166-1 two-letter code: `PT`. */
    country: countryCode().optional(),
  }).optional(),
  /** The absolute https URL of an image. */
  logo: httpsUrl('Write the absolute https URL of the image.').optional(),
  /** Absolute https URLs of the school's profiles on other sites, such as Wikipedia or YouTube. */
  sameAs: z.array(httpsUrl('Write an absolute https URL.')).optional(),
  /** The day a person last verified these facts. */
  verified: isoDate().optional(),
  /** The grades the school teaches. */
  grades: grades.optional(),
  /** The programs that the school sells. */
  programs: list(program),
  /** When lessons take place. */
  schedule: object(
    'Write the schedule, such as { timeZone: "Europe/Lisbon", lessonMinutes: 60 }.',
    {
      /** How lessons are spread over the week and the term. */
      description: plainText('Write how lessons are spread over the week and the term.').optional(),
      /** Where lessons take place. */
      mode: z
        .enum(['online', 'onsite', 'blended'], 'Write "online", "onsite" or "blended".')
        .optional(),
      /** From the IANA database: `Europe/Lisbon`. */
      timeZone: timeZoneName().optional(),
      /** The length of a lesson in minutes. */
      lessonMinutes: count('minutes').optional(),
      /** The number of lessons per week in each program. */
      lessonsPerWeek: count('lessons').optional(),
      /** If set, with the length and number of lessons, the JSON-LD includes the workload of a course. */
      weeksPerTerm: count('weeks').optional(),
      /** The maximum number of students in a group. */
      groupSize: count('students').optional(),
    },
  ).optional(),
  /** The teachers. */
  teachers: list(teacher),
  /** How to enroll. */
  admissions: object('Write the admissions, such as { steps: ["…"] }.', {
    /** How a student gets a place. A blank line starts a paragraph. */
    description: plainText('Write how a student gets a place.').optional(),
    /** The steps in order, one sentence each. */
    steps: list(singleLineText('Write the step in one sentence.')),
    /** The admissions page, one of `pages`. */
    path: sitePath().optional(),
  }).optional(),
  /** Frequently asked questions. */
  faq: list(
    z.strictObject({
      /** The question on one line. */
      question: singleLineText('Write the question.'),
      /** A blank line starts a paragraph. */
      answer: plainText('Write the answer.'),
    }),
  ),
  /** Policies on payment, refunds, privacy and so on. */
  policies: list(
    z.strictObject({
      /** Must not contain square brackets. */
      name: linkText('Write the name of the policy.'),
      /** A blank line starts a paragraph. */
      text: plainText('Write the text of the policy.'),
      /** The page with the full policy, one of `pages`. */
      path: sitePath().optional(),
    }),
  ),
  /** Every public page of this site, including the landing page. */
  pages: z.array(page, LIST).min(1, 'Write at least the landing page, { path: "/" }.'),
  /** The crawler policy. By default, crawlers may read everything for every purpose. */
  crawlers: z
    .strictObject({
      /** User agents that `robots.txt` names. @default the crawlers of the AI companies */
      welcome: z
        .array(
          matchingText(
            /^[A-Za-z_-]+$/,
            'Write the product token of a bot using letters, "-" and "_" only, such as "GPTBot".',
          ),
        )
        .optional(),
      /** Path patterns that no crawler may fetch: `/private/`, `/*.pdf$`. @default [] */
      disallow: z.array(pathPattern()).optional(),
      /** Permitted uses of the content (contentsignals.org). @default all permitted */
      signals: z
        .strictObject({
          /** Search indexes. */
          search: z.boolean('Write true or false.').optional(),
          /** Input to a model at the time of a question. */
          aiInput: z.boolean('Write true or false.').optional(),
          /** Training of models. */
          aiTrain: z.boolean('Write true or false.').optional(),
        })
        .optional(),
    })
    .optional(),
  /** How to cite these facts. */
  citation: object('Write the citation, such as { guidance: "…" }.', {
    /** The name to cite. @default the school's name */
    name: singleLineText('Write the name to cite.').optional(),
    /** How the school wants to be cited. A blank line starts a paragraph. */
    guidance: plainText('Write how the school wants to be cited.').optional(),
  }).optional(),
})

/**
 * The description of a school, as it is written. Only the name, the URL, the language and the pages are required. A
 * fact that it lacks is in no file.
 */
export interface SchoolDescription extends z.infer<typeof schoolSchema> {}

/** The description of a school, as `defineSchool` returns it. Every file is generated from it. */
export interface School extends SchoolDescription {
  /** The name of the tracker: `polaris` for `/polaris.js` and `window.polaris`. */
  tracker: string
}

/** A program the school sells: an entry of {@link School.programs}. */
export type Program = NonNullable<School['programs']>[number]

/** A page of the site: an entry of {@link School.pages}. */
export type Page = School['pages'][number]

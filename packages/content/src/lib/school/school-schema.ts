import * as z from 'zod'

import {
  httpsOrigin,
  httpsUrl,
  isoDate,
  linkText,
  matchingText,
  pathPattern,
  phoneNumber,
  plainText,
  singleLineText,
  sitePath,
  trackerName,
} from './fields.ts'
import { labelsSchema } from './labels.ts'
import {
  ages,
  grades,
  LIST,
  list,
  object,
  price,
  program,
  schedule,
  trial,
} from './program-schema.ts'
import { countryCode, languageTag } from './registered-codes.ts'

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
  /** One sentence. `llms.txt` lists the pages with a title; the sitemap lists every page. */
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
    phone: phoneNumber().optional(),
    /** The name on Telegram: `@polaris_school`. */
    telegram: matchingText(
      /^@[A-Za-z]\w{3,31}$/,
      'Write the Telegram name with "@", such as "@polaris_school".',
    ).optional(),
    /** The WhatsApp number, with country code. */
    whatsapp: phoneNumber().optional(),
    /** The Viber number, with country code. */
    viber: phoneNumber().optional(),
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
  /** Licenses and accreditations of the school, one line each. */
  credentials: list(singleLineText('Write a license or an accreditation.')),
  /** The grades the school teaches. */
  grades: grades.optional(),
  /** The ages the school teaches. */
  ages: ages.optional(),
  /** The programs that the school sells. */
  programs: list(program),
  /** Fees on top of the prices: `{ for: 'registration', amount: 30, currency: 'EUR' }`. */
  fees: list(price),
  /** Discounts, one line each: `10% for a second child`. */
  discounts: list(singleLineText('Write a discount, such as "10% for a second child".')),
  /** The trial lesson. A free one has the amount 0. */
  trial: trial.optional(),
  /** When and where lessons take place, unless a program has its own `schedule`. */
  schedule: schedule.optional(),
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

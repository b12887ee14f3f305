import * as z from 'zod'

import {
  code,
  country,
  currency,
  date,
  language,
  line,
  origin,
  path,
  text,
  timeZone,
  title,
  webAddress,
} from './fields.ts'
import { labelsSchema } from './labels-schema.ts'

const MANY = 'write a list in square brackets'

const grades = z
  .strictObject(
    {
      /** The lowest, 1 to 13. */
      from: z
        .int('write the lowest grade as a whole number')
        .min(1, 'grades begin at 1')
        .max(13, 'grades end at 13'),
      /** The highest, 1 to 13; the same where there is only one. */
      to: z
        .int('write the highest grade as a whole number')
        .min(1, 'grades begin at 1')
        .max(13, 'grades end at 13'),
    },
    'write the lowest and the highest grade, such as { from: 5, to: 11 }',
  )
  .refine(
    ({ from, to }) => from <= to,
    'write the lower grade as "from" and the higher one as "to"',
  )

const price = z.strictObject(
  {
    /** In whole units of the currency, fractions after a point. 0 is free. */
    amount: z
      .number('write the price as a number, such as 240 or 19.99')
      .min(0, 'write a price of 0 or more')
      .refine(
        (amount) => Math.round(amount * 100) / 100 === amount,
        'write at most two digits after the point',
      ),
    /** ISO 4217. */
    currency: currency(),
    /** What it buys: `term`, `month`, `lesson`. */
    per: line('write what the price buys, such as "term" or "month"'),
  },
  'write a price such as { amount: 240, currency: "EUR", per: "term" }',
)

const program = z.strictObject({
  /** Without square brackets; each programme has its own. */
  name: title('write the name of the programme'),
  /** What is taught. A blank line begins a paragraph. */
  description: text('write what is taught, in a sentence or more'),
  /** That it is for. */
  grades,
  /** One or more: a term and a month may have a price each. */
  prices: z
    .array(price, MANY)
    .min(1, 'write at least one price; a free programme has the amount 0'),
  /** What a student learns, one line each. */
  topics: z.array(line('write one topic')).optional(),
  /** Its page on this site, one of `pages`. */
  path: path().optional(),
  /** Names, as they stand under `teachers`. */
  teachers: z.array(line('write the name of a teacher')).optional(),
  /** When groups begin. */
  startDates: z.array(date()).optional(),
})

const teacher = z.strictObject({
  /** Without square brackets; each teacher has their own. */
  name: title('write the name of the teacher'),
  /** What they are: `Mathematics teacher`. */
  role: line('write what they teach or do'),
  /** A blank line begins a paragraph. */
  description: text('write a sentence about the teacher').optional(),
  /** Their page on this site, one of `pages`. */
  path: path().optional(),
})

const page = z.strictObject({
  /** On this site: `/programs/physics.html`. Each page is listed once. */
  path: path(),
  /** Needed with a description. Without square brackets. */
  title: title('write the title of the page').optional(),
  /** What is on it. A page that has a description is listed in llms.txt; the sitemap lists every page. */
  description: line('write in a sentence what is on the page').optional(),
  /** The day its content last changed. Leave it out when nobody knows: search engines distrust a guess. */
  lastmod: date().optional(),
  /** Of this page; otherwise the school's. */
  language: language().optional(),
  /** The same page in other languages: `{ ru: '/ru/', ar: '/ar/' }`. */
  variants: z.record(language(), path()).optional(),
})

/** The one description that every file is written from. */
export const schoolSchema = z.strictObject({
  /** What people call it. Without square brackets. */
  name: title('write the name of the school'),
  /** The name in its contracts, where that is another. */
  legalName: line('write the legal name').optional(),
  /** One sentence, used wherever there is room for only one. */
  summary: line('write in one sentence what the school is'),
  /** What it is, for whom, how it works. A blank line begins a paragraph. */
  description: text('write a paragraph or more about the school'),
  /** This site, without a slash at the end: `https://school.example`. */
  url: origin(
    'write the https address of this site without a path, such as "https://school.example"',
  ),
  /**
   * The main site of the school, to which unknown paths of this one are sent (specification 4.2). Default: none,
   * and unknown paths are told that there is no such page.
   */
  mainSite: origin(
    'write the https address of the main site without a path, such as "https://www.school.example"',
  ).optional(),
  /** The name of the tracker: `polaris` for `/polaris.js` and `window.polaris`. */
  tracker: code(
    /^[A-Za-z_$][\w$]*$/,
    'write the name of the tracker as a JavaScript name, such as "polaris"',
  ),
  /** Where the conversion proxy is. Default: `/functions/v1/conversion-capi` of this site. */
  endpoint: webAddress('write the whole https address of the proxy')
    .refine((address) => !/[?#]/.test(address), 'write the address without "?" and "#"')
    .optional(),
  /** Of these texts, a language tag: `en`, `pt-BR`. */
  language: language(),
  /** What the files say around the school's own texts. Default: English, and Russian where that is the language. */
  labels: labelsSchema.optional(),
  /** The languages lessons are given in. Default: `language`. */
  locales: z.array(language()).optional(),
  /** How to reach the school. */
  contacts: z.strictObject(
    {
      /** ASCII only: `hello@school.example`. */
      email: z.email('write an e-mail address, such as "hello@school.example"'),
      /** With country code: `+351 21 000 0000`. */
      phone: code(
        /^\+\d(?:(?:[ -]| ?\(|\)[ -]?)?\d){5,18}$/,
        'write the phone number with "+" and country code, such as "+351 21 000 0000"',
      ).optional(),
      /** When somebody answers. */
      hours: line('write when somebody answers, such as "Monday to Friday, 9 to 18"').optional(),
      /** The page for it, one of `pages`. */
      path: path().optional(),
    },
    'write the contacts, at least { email: "…" }',
  ),
  /** Where the school is. */
  address: z.strictObject(
    {
      /** Street and number. */
      street: line('write street and number').optional(),
      city: line('write the city'),
      region: line('write the region').optional(),
      postalCode: line('write the postal code').optional(),
      /** ISO 3166-1, two letters: `PT`. */
      country: country(),
    },
    'write the address, at least { city: "…", country: "PT" }',
  ),
  /** The whole https address of a picture. */
  logo: webAddress('write the whole https address of the picture').optional(),
  /** Its pages elsewhere, whole https addresses: Wikipedia, YouTube, LinkedIn. */
  sameAs: z.array(webAddress('write a whole https address')).optional(),
  /** The day these facts were last checked by a person. */
  verified: date().optional(),
  /** That the school teaches. */
  grades,
  /** What it teaches, at least one. */
  programs: z.array(program, MANY).min(1, 'write at least one programme'),
  /** When lessons are. */
  schedule: z.strictObject(
    {
      /** How lessons are spread over term and week. */
      description: text('write how lessons are spread over the week and the term'),
      /** Of the IANA database: `Europe/Lisbon`. */
      timeZone: timeZone(),
      /** The length of a lesson. */
      lessonMinutes: z
        .int('write the length of a lesson in whole minutes')
        .min(1, 'write 1 or more'),
      /** In each programme. */
      lessonsPerWeek: z.int('write a whole number of lessons').min(1, 'write 1 or more'),
      /** With it, the JSON-LD says how long a course takes. */
      weeksPerTerm: z.int('write a whole number of weeks').min(1, 'write 1 or more').optional(),
      /** Students in a group, at most. */
      groupSize: z.int('write a whole number of students').min(1, 'write 1 or more').optional(),
    },
    'write the schedule: description, timeZone, lessonMinutes, lessonsPerWeek',
  ),
  /** May be empty. */
  teachers: z.array(teacher, MANY),
  /** How to join. */
  admissions: z.strictObject(
    {
      /** How a student gets a place. A blank line begins a paragraph. */
      description: text('write how a student gets a place'),
      /** In order, one sentence each. */
      steps: z.array(line('write the step in a sentence'), MANY).min(1, 'write at least one step'),
      /** The page for it, one of `pages`. */
      path: path().optional(),
    },
    'write the admissions: description and steps',
  ),
  /** What people ask. May be empty. */
  faq: z.array(
    z.strictObject({
      question: line('write the question'),
      /** A blank line begins a paragraph. */
      answer: text('write the answer'),
    }),
    MANY,
  ),
  /** Payment, refunds, privacy and the like. May be empty. */
  policies: z.array(
    z.strictObject({
      /** Without square brackets. */
      name: title('write the name of the policy'),
      /** What it says. A blank line begins a paragraph. */
      text: text('write what it says'),
      /** Where it stands in full, one of `pages`. */
      path: path().optional(),
    }),
    MANY,
  ),
  /** Every public page of this site, the landing page included. */
  pages: z.array(page, MANY).min(1, 'write at least the landing page, { path: "/" }'),
  /** Default: everyone may read everything, for search, answers and training alike. */
  crawlers: z
    .strictObject({
      /** Bots that are welcomed by name. Default: those of the AI companies. */
      welcome: z
        .array(
          code(
            /^[A-Za-z_-]+$/,
            'write the product token of a bot: letters, "-" and "_" only, such as "GPTBot"',
          ),
        )
        .optional(),
      /** Paths that nobody should fetch, as robots.txt writes them: `/private/`, `/*.pdf$`. Default: none. */
      disallow: z
        .array(code(/^\/[^\s#]*$/, 'write a path that begins with a slash, such as "/private/"'))
        .optional(),
      /** What the content may be used for (contentsignals.org). Default: everything. */
      signals: z
        .strictObject({
          /** To be found. */
          search: z.boolean('write true or false').optional(),
          /** For answers that a model gives at the time. */
          aiInput: z.boolean('write true or false').optional(),
          /** For training models. */
          aiTrain: z.boolean('write true or false').optional(),
        })
        .optional(),
    })
    .optional(),
  /** How to quote these facts. */
  citation: z.strictObject(
    {
      /** The name to quote. Default: that of the school. */
      name: line('write the name to quote').optional(),
      /** How the school wants to be quoted. A blank line begins a paragraph. */
      guidance: text('write how the school wants to be quoted'),
    },
    'write the citation: at least { guidance: "…" }',
  ),
})

/** The description of a school: one object from which every file is written. */
export type School = z.infer<typeof schoolSchema>
export type Program = School['programs'][number]
export type Page = School['pages'][number]

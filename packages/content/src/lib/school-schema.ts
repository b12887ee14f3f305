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
      from: z
        .int('write the lowest grade as a whole number')
        .min(1, 'grades begin at 1')
        .max(13, 'grades end at 13'),
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
  name: title('write the name of the programme'),
  description: text('write what is taught, in a sentence or more'),
  grades,
  prices: z
    .array(price, MANY)
    .min(1, 'write at least one price; a free programme has the amount 0'),
  /** What a student learns, one line each. */
  topics: z.array(line('write one topic')).optional(),
  /** Its page on this site. */
  path: path().optional(),
  /** Names, as they stand under `teachers`. */
  teachers: z.array(line('write the name of a teacher')).optional(),
  /** When groups begin. */
  startDates: z.array(date()).optional(),
})

const teacher = z.strictObject({
  name: title('write the name of the teacher'),
  /** What they are: `Mathematics teacher`. */
  role: line('write what they teach or do'),
  description: text('write a sentence about the teacher').optional(),
  path: path().optional(),
})

const page = z.strictObject({
  path: path(),
  /** Needed with a description. */
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
  name: title('write the name of the school'),
  /** The name in its contracts, where that is another. */
  legalName: line('write the legal name').optional(),
  /** One sentence, used wherever there is room for only one. */
  summary: line('write in one sentence what the school is'),
  /** What it is, for whom, how it works. */
  description: text('write a paragraph or more about the school'),
  /** This site, without a slash at the end: `https://school.example`. */
  url: origin(
    'write the https address of this site without a path, such as "https://school.example"',
  ),
  /** The main site of the school, to which unknown paths of this one are sent (specification 4.2). */
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
  /** Of these texts. */
  language: language(),
  /** What the files say around the school's own texts. Default: English, and Russian where that is the language. */
  labels: labelsSchema.optional(),
  /** The languages lessons are given in. Default: `language`. */
  locales: z.array(language()).optional(),
  contacts: z.strictObject(
    {
      email: z.email('write an e-mail address, such as "hello@school.example"'),
      phone: code(
        /^\+\d(?:(?:[ -]| ?\(|\)[ -]?)?\d){5,18}$/,
        'write the phone number with "+" and country code, such as "+351 21 000 0000"',
      ).optional(),
      /** When somebody answers. */
      hours: line('write when somebody answers, such as "Monday to Friday, 9 to 18"').optional(),
      path: path().optional(),
    },
    'write the contacts, at least { email: "…" }',
  ),
  address: z.strictObject(
    {
      street: line('write street and number').optional(),
      city: line('write the city'),
      region: line('write the region').optional(),
      postalCode: line('write the postal code').optional(),
      country: country(),
    },
    'write the address, at least { city: "…", country: "PT" }',
  ),
  logo: webAddress('write the whole https address of the picture').optional(),
  /** Its pages elsewhere: Wikipedia, YouTube, LinkedIn. */
  sameAs: z.array(webAddress('write a whole https address')).optional(),
  /** The day these facts were last checked by a person. */
  verified: date().optional(),
  grades,
  programs: z.array(program, MANY).min(1, 'write at least one programme'),
  schedule: z.strictObject(
    {
      /** How lessons are spread over term and week. */
      description: text('write how lessons are spread over the week and the term'),
      timeZone: timeZone(),
      lessonMinutes: z
        .int('write the length of a lesson in whole minutes')
        .min(1, 'write 1 or more'),
      lessonsPerWeek: z.int('write a whole number of lessons').min(1, 'write 1 or more'),
      weeksPerTerm: z.int('write a whole number of weeks').min(1, 'write 1 or more').optional(),
      /** Students in a group, at most. */
      groupSize: z.int('write a whole number of students').min(1, 'write 1 or more').optional(),
    },
    'write the schedule: description, timeZone, lessonMinutes, lessonsPerWeek',
  ),
  teachers: z.array(teacher, MANY),
  admissions: z.strictObject(
    {
      description: text('write how a student gets a place'),
      /** In order, one sentence each. */
      steps: z.array(line('write the step in a sentence'), MANY).min(1, 'write at least one step'),
      path: path().optional(),
    },
    'write the admissions: description and steps',
  ),
  faq: z.array(
    z.strictObject({
      question: line('write the question'),
      answer: text('write the answer'),
    }),
    MANY,
  ),
  policies: z.array(
    z.strictObject({
      name: title('write the name of the policy'),
      text: text('write what it says'),
      path: path().optional(),
    }),
    MANY,
  ),
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
      /** Paths that nobody should fetch. */
      disallow: z
        .array(code(/^\/[^\s#]*$/, 'write a path that begins with a slash, such as "/private/"'))
        .optional(),
      /** What the content may be used for (contentsignals.org). */
      signals: z
        .strictObject({
          search: z.boolean('write true or false').optional(),
          aiInput: z.boolean('write true or false').optional(),
          aiTrain: z.boolean('write true or false').optional(),
        })
        .optional(),
    })
    .optional(),
  /** How to quote these facts. */
  citation: z.strictObject(
    {
      /** The name to quote. */
      name: line('write the name to quote').optional(),
      guidance: text('write how the school wants to be quoted'),
    },
    'write the citation: at least { guidance: "…" }',
  ),
})

/** The description of a school: one object from which every file is written. */
export type School = z.infer<typeof schoolSchema>
export type Program = School['programs'][number]
export type Page = School['pages'][number]

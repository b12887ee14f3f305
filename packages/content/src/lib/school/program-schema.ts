import * as z from 'zod'

import { isoDate, linkText, matchingText, plainText, singleLineText, sitePath } from './fields.ts'
import {
  currencyCode,
  currencyDecimals,
  hasKnownDecimals,
  languageTag,
  timeZoneName,
} from './registered-codes.ts'

/**
 * The schema of a program, and the value types that it shares with the school.
 *
 * @module
 */

export const LIST = 'Write a list in square brackets.'

/** An object with known fields. The instruction says what to write instead of anything else. */
export function object<Fields extends z.core.$ZodLooseShape>(instruction: string, fields: Fields) {
  return z.strictObject(fields, instruction)
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, LIST).optional()
}

const count = (noun: string) => z.int(`Write a whole number of ${noun}.`).min(1, 'Write 1 or more.')

const grade = z
  .int('Write a grade as a whole number.')
  .min(1, 'Write a grade from 1 to 13.')
  .max(13, 'Write a grade from 1 to 13.')

export const grades = object(
  'Write the lowest and the highest grade, such as { from: 5, to: 11 }.',
  {
    /** The lowest grade, 1 to 13. */
    from: grade,
    /** The highest grade, 1 to 13. Equal to `from` for a single grade. */
    to: grade,
  },
).refine(
  ({ from, to }) => from <= to,
  'Write the lower grade as "from" and the higher one as "to".',
)

const age = z.int('Write an age as a whole number of years.').min(0, 'Write an age of 0 or more.')

export const ages = object('Write the lowest and the highest age, such as { from: 7, to: 12 }.', {
  /** The lowest age in years. */
  from: age,
  /** The highest age. Omit it if there is none: `{ from: 16 }` for adults. */
  to: age.optional(),
}).refine(
  ({ from, to = from }) => from <= to,
  'Write the lower age as "from" and the higher one as "to".',
)

const money = {
  /** In units of the currency, with at most the decimals that ISO 4217 gives it: 2 for `EUR`, 3 for `KWD`. 0 means free. */
  amount: z
    .number('Write the price as a number, such as 240 or 19.99.')
    .min(0, 'Write a price of 0 or more.'),
  /** ISO 4217 code: `EUR`. */
  currency: currencyCode(),
}

const wrongDecimals = {
  path: ['amount'],
  error({ input }: { input?: unknown }) {
    const { currency } = input as { currency: string }
    const decimals = currencyDecimals(currency)
    return decimals === 0
      ? `Write a whole number: ${currency} has no smaller unit.`
      : `Write at most ${decimals} digits after the decimal point.`
  },
}

export const price = object(
  'Write a price such as { amount: 240, currency: "EUR", per: "term" }.',
  {
    ...money,
    /** The unit the price is for: `term`, `month`, `lesson`. */
    per: singleLineText('Write the unit the price is for, such as "term" or "month".').optional(),
    /** What or whom the price is for, if there are several: `grade 9`, `8 lessons`, `registration`. */
    for: singleLineText('Write what or whom the price is for, such as "grade 9".').optional(),
    /** Set it if the amount is the lowest of several: "from 240 EUR". */
    from: z.literal(true, 'Write true, or remove it.').optional(),
    /** The number of payments that the amount can be paid in. */
    installments: count('payments').optional(),
  },
).refine(hasKnownDecimals, wrongDecimals)

export const trial = object(
  'Write the trial lesson, such as { amount: 0, currency: "EUR", minutes: 45 }.',
  {
    ...money,
    /** The length in minutes. */
    minutes: count('minutes').optional(),
  },
).refine(hasKnownDecimals, wrongDecimals)

export const schedule = object(
  'Write the schedule, such as { timeZone: "Europe/Lisbon", lessonMinutes: 60 }.',
  {
    /** The days and times of lessons, and how they are spread over the term. */
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
)

export const program = z.strictObject({
  /** Unique among the programs. Must not contain square brackets. */
  name: linkText('Write the name of the program.'),
  /**
   * Identifies the program in events, `llms.txt` and lists. Unique.
   *
   * @default the last segment of `path` without its extension, if only this program has it, or else `name`
   */
  id: matchingText(
    /^[\w.-]{1,100}$/,
    'Write letters, digits, periods, hyphens and underscores, such as "physics".',
  ).optional(),
  /** Set it if no event may contain the program, such as one for children with a disability. */
  private: z.literal(true, 'Write true, or remove it.').optional(),
  /** What students learn. A blank line starts a paragraph. */
  description: plainText('Write what students learn, in a sentence or more.').optional(),
  /** The grades the program is for. */
  grades: grades.optional(),
  /** The ages the program is for. */
  ages: ages.optional(),
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
  /** The last day of each group, in the order of `startDates`. */
  endDates: z.array(isoDate()).optional(),
  /** The last day to enroll in each group, in the order of `startDates`. */
  deadlines: z.array(isoDate()).optional(),
  /** What differs from the school's schedule: `{ lessonsPerWeek: 1 }`. */
  schedule: schedule.optional(),
  /** The languages of this program's lessons. @default the school's `locales` */
  locales: z.array(languageTag()).optional(),
  /** The exams that the program prepares for. */
  exams: list(singleLineText('Write the name of an exam.')),
  /** What students get at the end: `Certificate of attendance`. */
  certificate: singleLineText('Write the name of the certificate.').optional(),
})

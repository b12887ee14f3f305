import * as z from 'zod'

import { isLoopback } from './is-loopback.ts'
import { toAddress } from './to-address.ts'

/**
 * The kinds of value that a description of a school is made of.
 *
 * Each is given the sentence that says what to write; where the value stands, and whether it is missing or
 * wrong, is added by `describeIssue`.
 *
 * @module
 */

type Field = z.ZodType<string, string>

/** One line of plain text: a name or a sentence. White space and line breaks count as one space. */
export function line(write: string): Field {
  return z.string(write).overwrite(toLine).min(1, write).check(printable)
}

/** A line that becomes the text of a link, in files whose readers know no escapes. */
export function title(write: string): Field {
  return line(write).refine((text) => !/[[\]]/.test(text), {
    error: 'write it without the square brackets "[" and "]", which end the text of a link',
  })
}

/** Plain text of any length. A blank line begins a paragraph, other line breaks count as spaces. */
export function text(write: string): Field {
  return z.string(write).overwrite(toParagraphs).min(1, write).check(printable)
}

/** A whole address, of this site or another, which gets the spelling of all addresses. */
export function webAddress(write: string): Field {
  return z
    .string(write)
    .refine(isWebAddress, write)
    .refine(isReachable, UNREACHABLE)
    .overwrite((value) => (URL.canParse(value) ? toAddress(value) : value))
}

/** Scheme and host, without a path: `https://school.example`. */
export function origin(write: string): Field {
  return z
    .string(write)
    .refine(isWebAddress, write)
    .refine(isReachable, UNREACHABLE)
    .refine((value) => !URL.canParse(value) || new URL(value).origin === value, {
      error: ({ input }) =>
        `write it as "${new URL(String(input)).origin}", without a path and as browsers send it`,
    })
}

/** Where a page stands on the site: `/programs/physics.html`. */
export function path(): Field {
  const write = 'write a path that begins with one slash, such as "/programs/physics.html"'
  return z
    .string(write)
    .refine((value) => !/^[a-z][a-z\d+.-]*:|^\/\//i.test(value), {
      error: `this is an address of its own, maybe on another site, and only pages of this one can be listed: ${write}`,
    })
    .refine(isPath, write)
}

/** A day as W3C and ISO 8601 write it, and one that exists. */
export function date(
  write = 'write a day that exists as year-month-day, such as "2026-09-01"',
): Field {
  return z.string(write).refine(isDay, write)
}

/** A language tag (BCP 47): `en`, `pt-BR`, `zh-Hans`. */
export function language(write = 'write a language tag, such as "en" or "pt-BR"'): Field {
  return z.string(write).refine(isLanguage, write)
}

/** ISO 4217. */
export function currency(): Field {
  return code(/^[A-Z]{3}$/, 'write the three-letter code of the currency, such as "EUR"')
}

/** ISO 3166-1, two letters. */
export function country(): Field {
  return code(/^[A-Z]{2}$/, 'write the two-letter code of the country, such as "PT"')
}

export function timeZone(): Field {
  const write = 'write a time zone of the IANA database, such as "Europe/Lisbon"'
  return z.string(write).refine(isTimeZone, write)
}

/** Text of a given form. */
export function code(form: RegExp, write: string): Field {
  return z.string(write).regex(form, write)
}

/** White space of every kind but the spaces that must not break, which are part of a text. */
const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u2028\\u2029]'

function toLine(value: string): string {
  return value.replace(new RegExp(`${SPACE}+`, 'g'), ' ').trim()
}

function toParagraphs(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n/)
    .map(toLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Neither XML nor HTML can hold these, however they are escaped; a line break may stand in a text. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufeff]/u

const printable: z.core.CheckFn<string> = (payload) => {
  const [character] = UNPRINTABLE.exec(payload.value) ?? []
  if (character === undefined) return
  const name = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  payload.issues.push({
    code: 'custom',
    input: payload.value,
    message: `delete the invisible character ${name}, which no page can show`,
  })
}

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' && !url.username && !url.password && !/\s/.test(value)
}

function isReachable(value: string): boolean {
  return !URL.canParse(value) || !isLoopback(new URL(value).hostname)
}

const UNREACHABLE =
  'this leads to the computer of whoever follows it, so write an address that everybody can reach'

function isPath(value: string): boolean {
  if (!value.startsWith('/') || /[\s\\#]/.test(value) || !URL.canParse(value, BASE)) return false
  // Two paths would be one page.
  const hasDotSegments = /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(value.split('?')[0]!)
  return !hasDotSegments && new URL(value, BASE).origin === BASE
}

const BASE = 'https://school.example'

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

function isLanguage(value: string): boolean {
  // Longer ones are reserved, and what stands there is a word: `English`.
  if (!/^[a-z]{2,3}(-|$)/i.test(value)) return false
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format()
    return true
  } catch {
    return false
  }
}

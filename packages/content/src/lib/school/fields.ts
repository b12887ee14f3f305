import { findNameProblem } from '@conversion-capi/core/tracker-name'
import * as z from 'zod'

import { BASE, canonicalPath, canonicalUrl, encodePath, isLoopback } from '../url.ts'

/**
 * The value types in a school description.
 *
 * Each schema has the sentence that says what to write. `describeIssue` adds the path of the
 * value and whether it is missing or invalid.
 *
 * @module
 */

export type Field = z.ZodType<string, string>

/** Plain text on one line. Consecutive white space, including line breaks, becomes one space. */
export function singleLineText(instruction: string): Field {
  return z.string(instruction).overwrite(toSingleLine).min(1, instruction).check(printable)
}

export function emptyOrSingleLineText(instruction: string): Field {
  return z.string(instruction).overwrite(toSingleLine).check(printable)
}

/** Single-line text that is also used as link text in `llms.txt`, whose parsers have no escapes. */
export function linkText(instruction: string): Field {
  return singleLineText(instruction).refine((text) => !/[[\]]/.test(text), {
    error: 'Remove the square brackets "[" and "]", which end the text of a link.',
  })
}

/** Plain text of any length. A blank line starts a paragraph; other line breaks become spaces. */
export function plainText(instruction: string): Field {
  return z.string(instruction).overwrite(toParagraphs).min(1, instruction).check(printable)
}

/** An absolute `https` URL, on this site or another. The parsed value is canonical. */
export function httpsUrl(instruction: string): Field {
  return z
    .string(instruction)
    .refine(isHttpsUrl, instruction)
    .refine(isReachable, LOOPBACK)
    .overwrite((value) => (URL.canParse(value) ? canonicalUrl(value) : value))
}

export function httpsOrigin(instruction: string): Field {
  return z
    .string(instruction)
    .refine(isHttpsUrl, instruction)
    .refine(isReachable, LOOPBACK)
    .refine((value) => !URL.canParse(value) || new URL(value).origin === value, {
      error: ({ input }) => {
        const { origin, pathname } = new URL(String(input))
        return pathname === '/'
          ? `Write "${origin}", the form browsers send.`
          : `Write "${origin}" if this site is the only one there, or choose another domain: robots.txt and the endpoint cannot be below a path.`
      },
    })
}

export function sitePath(): Field {
  const instruction =
    'Write a path that starts with a single slash, such as "/programs/physics.html".'
  return z
    .string(instruction)
    .refine((value) => !/^[a-z][a-z\d+.-]*:|^\/\//i.test(value), {
      error: `Only pages of this site can be listed. ${instruction}`,
    })
    .refine(isPath, instruction)
    .overwrite((value) => (isPath(value) ? canonicalPath(value) : value))
}

/** An existing calendar day in ISO 8601 form: `2026-09-01`. */
export function isoDate(): Field {
  const instruction = 'Write an existing day as year-month-day, such as "2026-09-01".'
  return z.string(instruction).refine(isDay, instruction)
}

/** A pattern of paths in robots.txt: `/private/`, `/*.pdf$`. */
export function pathPattern(): Field {
  const instruction =
    'Write a path that starts with a single slash and has no "." or ".." segments, such as "/private/".'
  return z
    .string(instruction)
    .refine(isPath, instruction)
    .overwrite((value) => (isPath(value) ? encodePath(value) : value))
}

export function trackerName(): Field {
  return z
    .string('Write the name of the tracker as a JavaScript identifier, such as "polaris".')
    .refine((name) => findNameProblem(name) === undefined, {
      error: ({ input }) => `The name of the tracker ${findNameProblem(input)}`,
    })
}

export function phoneNumber(): Field {
  return matchingText(
    /^\+\d(?:(?:[ -]| ?\(|\)[ -]?)?\d){5,18}$/,
    'Write the phone number with "+" and country code, such as "+351 21 000 0000".',
  )
}

export function matchingText(pattern: RegExp, instruction: string): Field {
  return z.string(instruction).regex(pattern, instruction)
}

/** White space, except non-breaking spaces, which are part of the text. */
const SPACES = /[\t\n\v\f\r \u0085\u2028\u2029]+/g

function toSingleLine(value: string): string {
  return value.replace(SPACES, ' ').trim()
}

function toParagraphs(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n/)
    .map(toSingleLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Characters that neither XML nor HTML can represent, even escaped. Line feeds are allowed. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufeff]/u

const printable: z.core.CheckFn<string> = (payload) => {
  const [character] = UNPRINTABLE.exec(payload.value) ?? []
  if (character === undefined) return
  const name = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  payload.issues.push({
    code: 'custom',
    input: payload.value,
    message: `Remove the character ${name}, which no page can display.`,
  })
}

function isHttpsUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  // A comma instead of a dot is a valid hostname.
  return !/\s/.test(value) && !url.hostname.includes(',')
}

function isReachable(value: string): boolean {
  return !URL.canParse(value) || !isLoopback(new URL(value).hostname)
}

const LOOPBACK = 'Write a public hostname instead of one that only this computer can reach.'

function isPath(value: string): boolean {
  if (!value.startsWith('/') || /[\s\\#]/.test(value) || !URL.canParse(value, BASE)) return false
  // The URL parser removes dot segments, so two different paths would name the same page.
  const hasDotSegments = /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(value.split('?')[0]!)
  return !hasDotSegments && new URL(value, BASE).origin === BASE
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

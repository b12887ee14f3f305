import * as z from 'zod'

import { describeIssue } from '../describe-issue.ts'
import { isoDate, languageTag, sitePath } from '../fields.ts'
import type { Page } from '../school-schema.ts'
import { isPlainPath } from './is-plain-path.ts'

/** Throws an `Error` that names the page when what a sitemap says of it breaks the rules of `defineSchool`. */
export function checkPage(page: Page): void {
  if (isPlain(page)) return
  const { error } = listed.safeParse(page)
  if (!error) return
  const name = JSON.stringify(page.path)?.slice(0, 100)
  throw new Error(
    `The sitemap cannot list the page ${name}: ${describeIssue(error.issues[0]!, page)}`,
  )
}

/** Whether a page is surely right. It saves nearly all pages of a large site the schema, which takes longer. */
function isPlain({ path, lastmod, language, variants }: Page): boolean {
  return (
    isPlainPath(path) &&
    (lastmod === undefined || PLAIN_DAY.test(lastmod)) &&
    (language === undefined || PLAIN_LANGUAGE.test(language)) &&
    (variants === undefined || Object.entries(variants).every(isPlainVariant))
  )
}

function isPlainVariant([language, path]: [string, string]): boolean {
  return PLAIN_LANGUAGE.test(language) && isPlainPath(path)
}

/** A day that exists in every year: all but the 29th of February. */
const PLAIN_DAY =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/

const PLAIN_LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/

const listed = z.object({
  path: sitePath(),
  lastmod: isoDate().optional(),
  language: languageTag().optional(),
  variants: z.record(languageTag(), sitePath()).optional(),
})

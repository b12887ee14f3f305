import type { School } from '../school-schema.ts'

/** The languages that lessons are given in. */
export function languagesOf({ locales, language }: School): string[] {
  return locales?.length ? locales : [language]
}

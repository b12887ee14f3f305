import { labelsOf } from '../labels.ts'
import type { Program, School } from '../school-schema.ts'

/** Formats a price the same way in every file: `264 EUR per term`. */
export function formatPrice(school: School, price: Program['prices'][number]): string {
  return `${price.amount} ${price.currency} ${labelsOf(school).per} ${price.per}`
}

/** Formats a range of grades: `5-11`, or `9` for a single grade. */
export function formatGrades({ from, to }: School['grades']): string {
  return from === to ? `${from}` : `${from}-${to}`
}

/** Formats a postal address on one line: `Rua do Norte 12, 1200-284 Lisbon, PT`. */
export function formatPostalAddress(address: School['address']): string {
  const { street, postalCode, city, region, country } = address
  const place = postalCode ? `${postalCode} ${city}` : city
  return [street, place, region, country].filter(Boolean).join(', ')
}

/** Returns the languages that lessons are taught in. */
export function teachingLanguages({ locales, language }: School): string[] {
  return locales?.length ? locales : [language]
}

import * as z from 'zod'

import type { Field } from './fields.ts'

/**
 * Codes from the registries that `Intl` contains: languages, currencies, countries and time zones.
 *
 * @module
 */

/** A BCP 47 language tag: `en`, `pt-BR`, `zh-Hans`. */
export function languageTag(): Field {
  return z.string(WRITE_LANGUAGE).refine(isLanguage, WRITE_LANGUAGE)
}

export function currencyCode(): Field {
  const instruction = 'Write the three-letter currency code, such as "EUR".'
  return z.string(instruction).refine((value) => CURRENCIES.has(value), instruction)
}

export function countryCode(): Field {
  const instruction = 'Write the two-letter country code, such as "PT", or "GB" for Britain.'
  return z
    .string(instruction)
    .refine((value) => isCountry(value) && canonicalCountry(value) === value, instruction)
}

export function timeZoneName(): Field {
  const instruction = 'Write a time zone from the IANA database, such as "Europe/Lisbon".'
  return z.string(instruction).refine(isTimeZone, instruction)
}

const WRITE_LANGUAGE = 'Write a language tag, such as "en" or "pt-BR".'

/** Returns whether a language tag is canonical, except for its case, and names a language and a country that exist. */
function isLanguage(value: string): boolean {
  const canonical = canonicalLanguage(value)
  if (canonical?.toLowerCase() !== value.toLowerCase()) return false
  const { language, region } = new Intl.Locale(canonical)
  // `Intl` accepts any primary subtag, such as "xx". Areas such as Latin America have numbers.
  return (
    (language.length === 3 || LANGUAGE_NAMES.of(language) !== undefined) &&
    (!region || /^\d/.test(region) || isCountry(region))
  )
}

function canonicalLanguage(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Returns whether an amount has no more decimals than its currency. Accepts any amount of an unknown currency. */
export function hasKnownDecimals({
  amount,
  currency,
}: {
  amount: number
  currency: string
}): boolean {
  if (!CURRENCIES.has(currency)) return true
  return Number(amount.toFixed(currencyDecimals(currency))) === amount
}

/** Returns the number of decimals that prices in a currency have: 2 for `EUR`, 0 for `JPY`, 3 for `KWD`. */
export function currencyDecimals(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits!
}

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !NOT_COUNTRIES.has(code) && REGION_NAMES.of(code) !== undefined
}

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that `Intl` knows, but which are not countries. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

function canonicalCountry(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** Returns whether `Intl` knows a time zone in this spelling. UTC offsets, such as "+02:00", are not time zones. */
function isTimeZone(value: string): boolean {
  if (!/^[a-z]/i.test(value)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions()
    // `Intl` accepts any case, and replaces older names.
    return timeZone === value || timeZone.toLowerCase() !== value.toLowerCase()
  } catch {
    return false
  }
}

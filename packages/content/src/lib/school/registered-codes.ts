import * as z from 'zod'

import type { Field } from './fields.ts'

/**
 * Codes from the registries that `Intl` contains: languages, currencies, countries and time zones.
 *
 * @module
 */

/** A BCP 47 language tag: `en`, `pt-BR`, `zh-Hans`. */
export function languageTag(): Field {
  return z.string(WRITE_LANGUAGE).refine((value) => languageAdvice(value) === undefined, {
    error: ({ input }) => languageAdvice(String(input))!,
  })
}

export function currencyCode(): Field {
  const instruction = 'Write the three-letter currency code, such as "EUR".'
  return z.string(instruction).refine((value) => CURRENCIES.has(value), {
    error: ({ input }) => {
      const similar = similarCurrency(String(input))
      if (similar === undefined) return instruction
      return `"${String(input)}" is not a currency. Did you mean "${similar}"?`
    },
  })
}

export function countryCode(): Field {
  const instruction = 'Write the two-letter country code, such as "PT".'
  return z
    .string(instruction)
    .refine((value) => countryName(value) !== undefined, instruction)
    .refine((value) => !countryName(value) || canonicalCountry(value) === value, {
      error: ({ input }) =>
        `Write "${canonicalCountry(String(input))}", the official code of ${countryName(String(input))}.`,
    })
}

export function timeZoneName(): Field {
  const instruction = 'Write a time zone from the IANA database, such as "Europe/Lisbon".'
  return z
    .string(instruction)
    .refine((value) => resolveTimeZone(value) !== undefined, instruction)
    .refine(
      (value) => {
        const name = resolveTimeZone(value)
        return name === value || name?.toLowerCase() !== value.toLowerCase()
      },
      {
        error: ({ input }) => `Write "${resolveTimeZone(String(input))}", as in the IANA database.`,
      },
    )
}

const WRITE_LANGUAGE = 'Write a language tag, such as "en" or "pt-BR".'

/** Returns what to write instead of an invalid language tag, and `undefined` for a valid one. */
export function languageAdvice(value: string): string | undefined {
  const language = LANGUAGES_OF_COUNTRIES.get(value.toLowerCase())
  if (language !== undefined) return `"${value}" is not a language. Did you mean "${language}"?`
  const [primary] = value.toLowerCase().split('-')
  const canonical = canonicalLanguage(value)
  // `Intl` accepts any primary subtag, such as "English" and "xx".
  if (canonical === undefined || (primary!.length !== 3 && !LANGUAGE_NAMES.of(primary!))) {
    return WRITE_LANGUAGE
  }
  const { region } = new Intl.Locale(canonical)
  // Areas such as Latin America have numbers.
  if (region && !/^\d/.test(region) && countryName(region) === undefined) {
    return `"${region}" is not a country. Write only the language, or another country, such as "en-GB".`
  }
  const isCanonical = canonical.toLowerCase() === value.toLowerCase()
  return isCanonical ? undefined : `Write "${canonical}", the canonical form.`
}

function canonicalLanguage(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Country codes that are often mistaken for the language. */
const LANGUAGES_OF_COUNTRIES = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['jp', 'ja'],
  ['kz', 'kk'],
  ['ua', 'uk'],
  ['vn', 'vi'],
])

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

function similarCurrency(value: string): string | undefined {
  const letters = sortLetters(value.toUpperCase())
  return [...CURRENCIES].find((currency) => sortLetters(currency) === letters)
}

function sortLetters(text: string): string {
  return [...text].sort().join('')
}

function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !NOT_COUNTRIES.has(code) ? REGION_NAMES.of(code) : undefined
}

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that `Intl` knows, but which are not countries. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

function canonicalCountry(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** Returns the name of a time zone as `Intl` writes it. UTC offsets, such as "+02:00", are not time zones. */
function resolveTimeZone(value: string): string | undefined {
  if (!/^[a-z]/i.test(value)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

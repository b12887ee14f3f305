import { labelsOf } from './labels.ts'
import { currencyDecimals } from './registered-codes.ts'
import type { Program, School } from './school-schema.ts'

/** Formats a price the same way in every file: `264 EUR per term`, in German `19,90 EUR pro Monat`. */
export function formatPrice(school: School, price: Price): string {
  const amount = formatAmount(school, price)
  return price.per === undefined ? amount : `${amount} ${labelsOf(school).per} ${price.per}`
}

/**
 * Formats an amount of money. The currency code follows the number in every language, and digits are not grouped,
 * because "1.234" is a different number in other languages.
 */
export function formatAmount({ language }: Pick<School, 'language'>, price: Price): string {
  const { amount, currency } = price
  const decimals = Number.isInteger(amount) ? 0 : currencyDecimals(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${formatNumber(language, amount, digits)} ${currency}`
}

type Price = NonNullable<Program['prices']>[number]

/** Formats a duration with the plural form of the unit: `1 minute`, `45 minutes`, in Polish `2 minuty`. */
export function formatDuration(
  { language }: Pick<School, 'language'>,
  value: number,
  unit: 'minute' | 'week',
): string {
  return withPlainSpaces(
    formatNumber(language, value, { style: 'unit', unit, unitDisplay: 'long' }),
  )
}

function formatNumber(language: string, value: number, options: Intl.NumberFormatOptions): string {
  const digits = { numberingSystem: 'latn', useGrouping: false }
  return new Intl.NumberFormat(language, { ...digits, ...options }).format(value)
}

/** Formats a day: `September 7, 2026`, in Polish `7 września 2026`. */
export function formatDay({ language }: Pick<School, 'language'>, day: string): string {
  const format = new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return withPlainSpaces(format.format(new Date(`${day}T00:00:00Z`)))
}

/** Versions of `Intl` differ in the kind of space they write. */
function withPlainSpaces(text: string): string {
  return text.replace(/\s/g, ' ')
}

export function formatGrades({ from, to }: NonNullable<School['grades']>): string {
  return from === to ? `${from}` : `${from}-${to}`
}

/** Formats a postal address on one line: `Rua do Norte 12, 1200-284 Lisbon, PT`. Empty if no part is known. */
export function formatPostalAddress(address: School['address'] = {}): string {
  const { street, postalCode, city, region, country } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [street, place, region, country].filter(Boolean).join(', ')
}

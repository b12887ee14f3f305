import { labelsOf } from './labels.ts'
import { currencyDecimals } from './registered-codes.ts'
import type { Program, School } from './school-schema.ts'

/** Formats a price the same way in every file: `264 EUR per term`, in German `Klasse 9: ab 19,90 EUR pro Monat`. */
export function formatPrice(school: School, price: Price): string {
  const labels = labelsOf(school)
  const { per, from, installments } = price
  return [
    price.for && `${price.for}:`,
    from && labels.from,
    formatAmount(school, price),
    per && `${labels.per} ${per}`,
    installments && `(${labels.installments}: ${installments})`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function formatTrial(school: School, trial: NonNullable<School['trial']>): string {
  const { amount, minutes } = trial
  const cost = amount === 0 ? labelsOf(school).free : formatAmount(school, trial)
  return minutes === undefined ? cost : `${cost}, ${formatDuration(school, minutes, 'minute')}`
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

/** Formats grades or ages: `5-11`, `9`, `16+`. */
export function formatRange({ from, to }: NonNullable<School['ages']>): string {
  if (to === undefined) return `${from}+`
  return from === to ? `${from}` : `${from}-${to}`
}

/** Formats language tags as names in the school's language: `English, Brazilian Portuguese`. */
export function formatLanguages({ language }: Pick<School, 'language'>, tags: string[]): string {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return tags.map((tag) => names.of(tag)).join(', ')
}

/** Formats a postal address on one line: `Rua do Norte 12, 1200-284 Lisbon, PT`. Empty if no part is known. */
export function formatPostalAddress(address: School['address'] = {}): string {
  const { street, postalCode, city, region, country } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [street, place, region, country].filter(Boolean).join(', ')
}

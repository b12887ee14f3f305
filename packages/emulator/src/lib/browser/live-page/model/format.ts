import { tryCall } from '../../../try-call.ts'

/** Formats the value of an event with its currency, e.g. `€240.00`. Returns `''` if it has none. */
export function formatValue(customData: Readonly<Record<string, unknown>> = {}): string {
  const { value, currency } = customData
  const amount = typeof value === 'string' ? Number(value || NaN) : value
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return ''
  if (typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)) {
    return amount.toLocaleString(undefined, { style: 'currency', currency })
  }
  return amount.toLocaleString()
}

export function countOf({ length }: readonly unknown[], name: string): string {
  return length === 1 ? `1 ${name}` : `${length} ${name}s`
}

export function formatPage(url: string | undefined): string {
  if (!url) return ''
  if (!URL.canParse(url)) return visibleText(url.slice(0, 200))
  const { pathname, search } = new URL(url)
  return visibleText((tryCall(() => decodeURI(pathname)) ?? pathname) + search)
}

/** Formats the time between two copies, e.g. `12 ms` or `3.4 s`. */
export function formatGap(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const FORMATS = {
  time: new Intl.DateTimeFormat(undefined, TIME),
  milliseconds: new Intl.DateTimeFormat(undefined, { ...TIME, fractionalSecondDigits: 3 }),
}

export function formatTime(ms: number, format: 'time' | 'milliseconds' = 'time'): string {
  return FORMATS[format].format(ms)
}

/** Controls, bidirectional and invisible characters, and surrogates without a partner; not line breaks. */
const HIDDEN = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Replaces characters that are invisible or change the order of others by JSON escapes such as `\u202e`, so
 * that a string is shown as it is. JSON stays valid.
 */
export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

export function shorten(text: string, maxLength = 200): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

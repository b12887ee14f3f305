import type { ServerEvent } from '../protocol.ts'
import { findClearPii } from './find-clear-pii.ts'
import type { Warning } from './outcome.ts'

/**
 * Finds what a page should not send, and what keeps Meta from using an event fully.
 *
 * @param event The event that is forwarded. It is not changed.
 * @returns Warnings with the path of a field and a reason, never with a value.
 */
export function findEventWarnings(event: ServerEvent): Warning[] {
  const { event_name, event_time, user_data, custom_data = {} } = event
  const warnings: Warning[] = []
  const warn = (key: string, reason: Warning['reason'] | undefined): void => {
    if (reason) warnings.push({ key, reason })
  }

  for (const path of findClearPii(custom_data)) warn(`custom_data.${path}`, 'unhashed')
  warn('user_data.fbp', checkCookie(user_data.fbp, event_time))
  warn('user_data.fbc', checkCookie(user_data.fbc, event_time))
  for (const key of ['client_ip_address', 'client_user_agent'] as const) {
    warn(`user_data.${key}`, user_data[key] ? undefined : 'missing')
  }
  const { value, currency } = custom_data
  const isPurchase = event_name === 'Purchase'
  warn('custom_data.value', isPurchase && !isAmount(value) ? 'missing' : undefined)
  if (currency) warn('custom_data.currency', isCurrency(currency) ? undefined : 'unknown')
  else if (isPurchase) warn('custom_data.currency', 'missing')
  return warnings
}

/** The format of Meta's cookies: version, subdomain index, creation time in milliseconds, random number or click ID. */
const COOKIE = /^fb\.\d\.(\d{13})\.[^.]+(\.[\w-]{2,8})?$/

const COOKIE_LIFETIME_S = 90 * 86_400

/** @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc */
function checkCookie(cookie: string | undefined, eventTime: number): Warning['reason'] | undefined {
  if (!cookie) return undefined
  const createdMs = COOKIE.exec(cookie)?.[1]
  if (!createdMs) return 'malformed'
  return eventTime - Number(createdMs) / 1000 > COOKIE_LIFETIME_S ? 'too_old' : undefined
}

function isAmount(value: unknown): boolean {
  // Objects can have a `valueOf` that throws.
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text))
}

let currencies: Set<unknown> | undefined

/** @see https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Intl/supportedValuesOf */
function isCurrency(currency: unknown): boolean {
  // Created once, because the list takes longer to create than an event to forward.
  currencies ??= new Set(Intl.supportedValuesOf?.('currency'))
  const code = typeof currency === 'string' ? currency.toUpperCase() : undefined
  return currencies.size === 0 || currencies.has(code)
}

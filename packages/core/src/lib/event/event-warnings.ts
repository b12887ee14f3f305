import { META_COOKIE, type ServerEvent } from '../../protocol.ts'
import type { Warning } from '../common/warning.ts'

/**
 * Finds what keeps Meta from using an event fully.
 *
 * @param event The event that is forwarded. It is not changed.
 * @returns Warnings with the path of a field and a reason, never with a value.
 */
export function findEventWarnings(event: ServerEvent): Warning[] {
  const { event_name, event_time, user_data, custom_data = {} } = event
  const { fbp, fbc, client_ip_address, client_user_agent } = user_data
  const { value, currency, content_ids } = custom_data
  const missing = event_name === 'Purchase' && 'missing'
  const reasons: Record<string, Warning['reason'] | false | undefined> = {
    'user_data.fbp': checkCookie(fbp, event_time),
    'user_data.fbc': checkCookie(fbc, event_time),
    'user_data.client_ip_address': !client_ip_address && 'missing',
    'user_data.client_user_agent': !client_user_agent && 'missing',
    'custom_data.value': isAmount(value) ? Number(value) < 0 && 'malformed' : missing,
    'custom_data.currency': currency ? !isCurrency(currency) && 'unknown' : missing,
    'custom_data.content_ids': content_ids !== undefined && !isIdList(content_ids) && 'malformed',
  }
  return Object.entries(reasons).flatMap(([key, reason]) => (reason ? { key, reason } : []))
}

const COOKIE_LIFETIME_S = 90 * 86_400

/** @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc */
function checkCookie(cookie: string | undefined, eventTime: number): Warning['reason'] | undefined {
  if (!cookie) return undefined
  const createdMs = META_COOKIE.exec(cookie)?.[1]
  if (createdMs?.length !== 13) return 'malformed'
  return eventTime - Number(createdMs) / 1000 > COOKIE_LIFETIME_S ? 'too_old' : undefined
}

function isAmount(value: unknown): boolean {
  return Number.isFinite(typeof value === 'string' && value.trim() ? Number(value) : value)
}

function isIdList(ids: unknown): boolean {
  return Array.isArray(ids) && ids.every((id) => id && typeof id !== 'object')
}

let currencies: Set<unknown> | undefined

/** @see https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Intl/supportedValuesOf */
function isCurrency(currency: unknown): boolean {
  // Created once, because the list takes longer to create than an event to forward.
  currencies ??= new Set(Intl.supportedValuesOf?.('currency'))
  const code = typeof currency === 'string' ? currency.toUpperCase() : undefined
  return currencies.size === 0 || currencies.has(code)
}

import { EVENT_NAMES, isJsonObject, META_COOKIE, type ServerEvent } from '../../protocol.ts'
import { findEventWarnings } from './event-warnings.ts'
import type { Warning } from '../common/warning.ts'

/**
 * Finds what keeps Meta from using an event of a school's own server fully.
 *
 * Only a website's events need the visitor's connection and the page.
 */
export function findSenderWarnings(event: ServerEvent): Warning[] {
  const { action_source, event_source_url, event_name, event_time, user_data, custom_data } = event
  const isWebsite = action_source === 'website'
  const warnings = findEventWarnings(event).filter(
    ({ key }) => isWebsite || !key.startsWith('user_data.client_'),
  )
  if (isWebsite && !event_source_url) warnings.push({ key: 'event_source_url', reason: 'missing' })
  if (isCreatedAfter(user_data.fbc, event_time)) {
    warnings.push({ key: 'user_data.fbc', reason: 'too_new' })
  }
  const contents: unknown = custom_data?.['contents']
  const withoutId = Array.isArray(contents) ? contents.findIndex((item) => !hasId(item)) : -1
  if (withoutId >= 0) {
    warnings.push({ key: `custom_data.contents.${withoutId}.id`, reason: 'missing' })
  }
  const standardName = findStandardName(event_name)
  if (standardName) {
    const message = `event_name is almost Meta's standard event "${standardName}". Write "${standardName}", unless it is an event of your own.`
    warnings.push({ key: 'event_name', reason: 'similar', message })
  }
  return warnings
}

/** Clocks differ. */
const TOLERANCE_MS = 60_000

function isCreatedAfter(fbc: string | undefined, eventTime: number): boolean {
  const createdMs = fbc?.match(META_COOKIE)?.[1]
  return Number(createdMs) > eventTime * 1000 + TOLERANCE_MS
}

function hasId(item: unknown): boolean {
  return isJsonObject(item) && item['id'] !== undefined && item['id'] !== ''
}

/**
 * The standard events of Meta that the public endpoint does not accept.
 *
 * @see https://developers.facebook.com/docs/meta-pixel/reference#standard-events
 */
export const OTHER_STANDARD_EVENTS = [
  'AddPaymentInfo',
  'AddToCart',
  'AddToWishlist',
  'Contact',
  'CustomizeProduct',
  'Donate',
  'FindLocation',
  'Search',
  'StartTrial',
  'SubmitApplication',
] as const

const STANDARD_NAMES = /* @__PURE__ */ (EVENT_NAMES as readonly string[]).concat(
  OTHER_STANDARD_EVENTS,
)

/** Returns the standard name that differs only in case, punctuation and spaces. */
function findStandardName(name: string): string | undefined {
  const letters = toLetters(name)
  return STANDARD_NAMES.includes(name)
    ? undefined
    : STANDARD_NAMES.find((standard) => toLetters(standard) === letters)
}

function toLetters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
}

import { describeWarning, findEventWarnings } from '@conversion-capi/core/event-rules'
import { findUnhashedPii } from '@conversion-capi/core/pii'
import { PII_KEYS, PROFILE_KEYS, type ServerEvent } from '@conversion-capi/core/protocol'

import type { NewEvent } from '../event/received-event.ts'
import type { Records } from './records.ts'
import { ORIGINAL_KEYS, quoteKey, validateDataProcessing } from '../graph/parameters.ts'
import { isAllHashed } from '../event/unhashed-pii.ts'

// https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
const DEDUPLICATION_WINDOW_MS = 48 * 60 * 60 * 1000

/** Counts the first copy with an event_name and event_id within 48 hours, whether from the browser or the server. */
export function recordEvent(event: NewEvent, records: Records, received_at: number): void {
  const { event_name, event_id = '' } = event
  const sameId = records.findById(event_id)
  const copies = sameId.filter((earlier) => earlier.event_name === event_name)
  const counted = copies.findLast((copy) => copy.counted)
  records.events.add({
    ...event,
    received_at,
    counted: !counted || received_at - counted.received_at >= DEDUPLICATION_WINDOW_MS,
    warnings: [
      ...findWarnings(event),
      // Meta counts events with the same id but different names separately.
      ...warnIf(
        sameId[0] && sameId[0].event_name !== event_name,
        `event_id was already used for another event, ${sameId[0]?.event_name}. Use a new id for each event.`,
      ),
      // For example a webhook that was delivered twice.
      ...warnIf(
        event.source === 'server' && copies.some(({ source }) => source === 'server'),
        'The server sent this event before. Meta promises to count a copy of the browser and one of the server once, but not two of the server. Send each event once.',
      ),
      ...findUnequalLimit(event, counted),
    ],
  })
}

/** Limited data use applies to the copy that contains it. */
function findUnequalLimit(event: NewEvent, earlier: NewEvent | undefined): string[] {
  if (!earlier || earlier.source === event.source || isLimited(event) === isLimited(earlier)) {
    return []
  }
  const { source } = isLimited(event) ? event : earlier
  return [
    source === 'server'
      ? "Only the server’s copy has limited data use (LDU). Both copies need it: set limitedDataUse in the tracker’s option pixel (data-limited-data-use), or call fbq('dataProcessingOptions', ['LDU'], 0, 0) before fbq('init', …)."
      : 'Only the browser’s copy has limited data use (LDU). Both copies need it: set META_LIMITED_DATA_USE, or limitedDataUse in the configuration of the proxy.',
  ]
}

function isLimited({ data_processing_options: options }: NewEvent): boolean {
  return Array.isArray(options) && options.includes('LDU')
}

/** Finds unhashed personal data that causes no rejection, and what Meta would warn about. Never repeats a value. */
function findWarnings(event: NewEvent): string[] {
  const { source, user_data } = event
  const unhashedKeys = PROFILE_KEYS.filter(
    (key) => Object.hasOwn(user_data, key) && !isAllHashed(user_data[key]),
  )
  return [
    ...findUnhashedPii({ ...event }).map((path) => `${path} contains unhashed personal data.`),
    ...unhashedKeys.map((key) => `user_data.${key} is not a SHA-256 hash.`),
    ...findMatchingWarnings(event),
    ...(source === 'server' ? findServerProblems(event) : findPixelProblems(event)),
  ]
}

function warnIf(condition: unknown, sentence: string): string[] {
  return condition ? [sentence] : []
}

/** Meta's pixel reports none of them. A server event with the same options is rejected. */
function findPixelProblems({ event_id, event_name, user_data, ...event }: NewEvent): string[] {
  const key = Object.keys(user_data).find((each) => !PIXEL_KEYS.has(each))
  // Meta derives the state from the IP of the browser's connection.
  const error = validateDataProcessing({ ...event, user_data: { client_ip_address: '::1' } })
  return [
    // The tracker passes an id to the pixel with every event.
    ...warnIf(
      !event_id,
      event_name === 'PageView'
        ? "fbq('track', 'PageView') sent this page view without an event_id, so it counts in addition to the tracker's. Remove the call."
        : 'fbq sent this event without an event_id, so it counts in addition to a copy of the server. Call track() of the tracker instead.',
    ),
    ...warnIf(
      key !== undefined,
      `user_data contains the key ${quoteKey(key ?? '')}, which Meta does not document for the pixel. Use ${[...PIXEL_KEYS].join(', ')}.`,
    ),
    ...warnIf(
      error,
      `${error?.problem} Call fbq('dataProcessingOptions', ['LDU'], 0, 0) before fbq('init', …).`,
    ),
  ]
}

/**
 * Meta's pixel sends the cookies as fields of their own.
 *
 * @see https://developers.facebook.com/documentation/meta-pixel/advanced/advanced-matching
 */
const PIXEL_KEYS = new Set<string>([...PII_KEYS, ...PROFILE_KEYS, 'external_id', 'fbp', 'fbc'])

/** The same rules as the proxy, which reports these problems in its log. */
function findMatchingWarnings(event: NewEvent): string[] {
  const { fbp, fbc, client_ip_address, client_user_agent } = event.user_data
  // Only a server copy of a website event needs them: the browser's connection contains them.
  const needsConnection = event.source === 'server' && event.action_source === 'website'
  const warnings = findEventWarnings({
    ...event,
    user_data: {
      fbp: toText(fbp),
      fbc: toText(fbc),
      client_ip_address: toText(client_ip_address),
      client_user_agent: toText(client_user_agent),
    },
  } as ServerEvent)
  return warnings
    .filter(({ key }) => needsConnection || !key.startsWith('user_data.client_'))
    .flatMap((warning) => {
      const { message, fix } = describeWarning(warning) ?? {}
      return message === undefined ? [] : [[message, fix].filter(Boolean).join(' ')]
    })
}

/**
 * Checks the URL of website events, which Meta requires but accepts without it, what Meta requires of the stages of
 * a CRM, and the event that another one follows.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters
 * @see https://developers.facebook.com/documentation/ads-commerce/conversions-api/conversion-leads-integration/payload-specification
 */
function findServerProblems(event: NewEvent): string[] {
  const { action_source, event_source_url, user_data, custom_data } = event
  const { lead_id = [] } = user_data
  const leadIds = [lead_id].flat()
  const { event_source, lead_event_source } = custom_data
  const isStage = event_source === 'crm' || Boolean(lead_event_source)
  const original = (event.original_event_data ?? {}) as { event_time?: number }
  return [
    ...warnIf(
      action_source === 'website' && !event_source_url,
      'event_source_url is missing. Meta requires it for website events.',
    ),
    ...warnIf(
      !leadIds.every(isLeadId),
      'user_data.lead_id is not a number of 15 to 17 digits. Send the leadgen_id of Meta’s webhook as a string, unhashed: Meta rejects events with an invalid ID.',
    ),
    ...warnIf(
      isStage && action_source !== 'system_generated',
      'action_source is not system_generated, which Meta requires for the stages of a CRM.',
    ),
    ...warnIf(
      isStage && event_source !== 'crm',
      'custom_data.event_source is not crm, which Meta requires for the stages of a CRM.',
    ),
    ...warnIf(
      isStage && !lead_event_source,
      'custom_data.lead_event_source is missing. Meta requires the name of the CRM.',
    ),
    // Meta could reject subfields that it does not document. This is not known.
    ...warnIf(
      Object.keys(original).some((key) => !ORIGINAL_KEYS.includes(key)),
      `original_event_data has a key that Meta does not document. Use only ${ORIGINAL_KEYS.join(', ')}.`,
    ),
    ...warnIf(
      original.event_time && original.event_time > event.event_time,
      'original_event_data.event_time is after event_time. Send the time of the earlier event in Unix seconds.',
    ),
  ]
}

/**
 * Returns whether a value has the format of `lead_id`. Meta's page said 15 or 16 digits until 2025. JSON parsers round
 * numbers beyond 2^53, so they are not IDs.
 */
function isLeadId(value: unknown): boolean {
  return (
    (typeof value === 'string' || Number.isSafeInteger(value)) && /^\d{15,17}$/.test(`${value}`)
  )
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

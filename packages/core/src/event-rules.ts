/**
 * What Meta needs of an event: the conditions that the proxy's log uses, and the sentences for people. The tracker's debug
 * mode, the emulator and `check` take both from here. The functions do not contain the sentences.
 *
 * @module
 */

import type { ServerEvent } from './protocol.ts'
import { findEventWarnings } from './lib/event/event-warnings.ts'
import type { Warning } from './lib/common/warning.ts'

export { OTHER_STANDARD_EVENTS } from './lib/event/sender-warnings.ts'
export {
  type DescribedWarning,
  describeWarning,
  WARNING_SENTENCES,
  type WarningSentence,
} from './lib/event/warning-sentences.ts'
export { findEventWarnings, type Warning }

/**
 * The events that Meta accepts for `business_messaging`. It rejects others with the subcode 2804066.
 *
 * @see https://developers.facebook.com/documentation/ads-commerce/conversions-api/business-messaging
 */
export const MESSAGING_EVENT_NAMES = [
  'LeadSubmitted',
  'QualifiedLead',
  'Purchase',
  'InitiateCheckout',
  'AddToCart',
  'ViewContent',
  'OrderCreated',
  'OrderShipped',
  'OrderDelivered',
  'OrderCanceled',
  'OrderReturned',
  'CartAbandoned',
  'RatingProvided',
  'ReviewProvided',
] as const

/** Finds what keeps Meta from using the custom data of an event, as {@link findEventWarnings} does. */
export function findCustomDataWarnings(
  eventName: string,
  customData: Record<string, unknown>,
): Warning[] {
  const event = { event_name: eventName, event_time: 0, user_data: {}, custom_data: customData }
  return findEventWarnings(event as ServerEvent).filter(({ key }) => key.startsWith('custom_data.'))
}

import { isJsonObject, MAX_EVENT_ID_LENGTH, type ServerEvent } from '../protocol.ts'
import { findClientIp } from './client-ip.ts'
import { asEventId } from './event-parser.ts'

/**
 * What a checkout stores with an order, so that a later payment webhook can identify the visitor. Every field is a text
 * of at most 500 characters, so that it fits into the metadata of payment services.
 *
 * A type, because an interface is not assignable to the index signature of such metadata.
 */
export type CheckoutData = {
  event_id: string
  event_source_url?: string
  fbp?: string
  fbc?: string
  client_ip_address?: string
  client_user_agent?: string
}

/**
 * Reads from the request that starts a checkout what identifies the visitor: the `_fbp` and `_fbc` cookies, the IP,
 * the user agent and the URL of the page, without its query. Call it only for visitors who consented to tracking.
 *
 * @param request The page's request to the school's server.
 * @param eventId The id that `track()` returned in the page for the `Purchase`. If no page sends the `Purchase`, the
 *   ID of the order.
 * @param hostIp The visitor's IP, if the host knows it better than the headers of the request.
 * @returns Texts to store with the order. Values that are missing or too long are omitted.
 * @throws {TypeError} If `eventId` is not a string of 1 to 100 characters: the payment could not be sent later.
 */
export function captureCheckout(request: Request, eventId: string, hostIp?: string): CheckoutData {
  if (!asEventId(eventId)) {
    throw new TypeError(
      `eventId must be a string of 1 to ${MAX_EVENT_ID_LENGTH} characters. Pass the id that track() returned, or the ID of the order.`,
    )
  }
  const { headers } = request
  const cookies = headers.get('Cookie') ?? ''
  const visitor = pickTexts({
    event_source_url: headers.get('Referer')?.replace(/[?#].*/s, ''),
    fbp: readCookie(cookies, '_fbp'),
    fbc: readCookie(cookies, '_fbc'),
    client_ip_address: findClientIp(headers, hostIp),
    client_user_agent: headers.get('User-Agent'),
  })
  return { event_id: eventId, ...visitor }
}

/**
 * Parses what {@link captureCheckout} returned after it was stored, for example the metadata of a payment.
 *
 * @param data Unknown keys and values that are not usable are ignored.
 * @returns The fields of an event for `createSender`, or `undefined` if there is no `event_id`: the checkout stored
 *   nothing, for example because the visitor did not consent. Then send nothing.
 */
export function parseCheckout(
  data: unknown,
): Pick<ServerEvent, 'event_id' | 'event_source_url' | 'user_data'> | undefined {
  const { event_id, event_source_url, ...user_data } = pickTexts(isJsonObject(data) ? data : {})
  return event_id ? { event_id, event_source_url, user_data } : undefined
}

const MAX_TEXT_LENGTH = 500
const KEYS = [
  'event_id',
  'event_source_url',
  'fbp',
  'fbc',
  'client_ip_address',
  'client_user_agent',
] as const

function pickTexts(data: { [Key in keyof CheckoutData]?: unknown }): Partial<CheckoutData> {
  const texts = KEYS.map((key) => [key, data[key]] as const)
  return Object.fromEntries(
    texts.filter(([, text]) => typeof text === 'string' && text && text.length <= MAX_TEXT_LENGTH),
  )
}

function readCookie(cookies: string, name: string): string | undefined {
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

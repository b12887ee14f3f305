import { isJsonObject, META_COOKIE, type ServerEvent } from '../protocol.ts'
import { findClientIp } from './request/client-ip.ts'
import { hasOptedOut } from './request/has-opted-out.ts'
import { checkOptions } from './config/check-options.ts'
import { type ConfigValue, toSettings } from './config/settings.ts'
import { asEventId } from './event/event-parser.ts'

/**
 * What a server stores with an order or a lead, so that a later event, such as a confirmed payment, can identify the
 * visitor. Every field is a string of at most 500 characters, so that it fits into the metadata of payment services.
 *
 * A type, because an interface is not assignable to the index signature of such metadata.
 */
export type VisitorData = {
  event_id: string
  event_source_url?: string
  fbp?: string
  fbc?: string
  client_ip_address?: string
  client_user_agent?: string
  /** ID of the program that the order or lead is for. */
  program?: string
}

/** Options of {@link captureVisitor}. */
export interface CaptureOptions {
  /**
   * The configuration of the proxy: what `readConfig` or the function of `readSchools` returned. If its
   * `globalPrivacyControl` is `'honor'`, nothing of a request with `Sec-GPC: 1` is returned. The same happens if the
   * configuration is an error, because what it would say is unknown.
   *
   * @default Global Privacy Control is honored
   */
  config?: ConfigValue
  /** The visitor's IP, if the host knows it better than the headers of the request. @default the headers */
  hostIp?: string | undefined
  /**
   * ID of the program that the order or lead is for, such as what the tracker wrote into the form's field `capi_program`.
   *
   * @default unknown
   */
  program?: string | undefined
}

/**
 * Reads what identifies the visitor from a request, such as the start of a checkout or the form of a lead: the `_fbp` and
 * `_fbc` cookies, the IP, the user agent and the URL of the page, without its query. Call it only for visitors who
 * consented to tracking.
 *
 * @param request The page's request to the school's server. In a server action of Next.js,
 *   `{ headers: await headers() }`.
 * @param eventId The event ID that `track()` returned in the page for the event that the server sends. If no page sends
 *   it, the ID of the order or lead. The page can send anything, and must not stop a payment: an ID that is empty, longer
 *   than 100 characters or contains control characters is replaced with a random one.
 * @returns Strings to store with the order or lead. Values that are missing or too long are omitted. Empty if the
 *   visitor opted out: then {@link parseVisitor} returns `undefined`, and no event is sent.
 * @throws {TypeError} If `eventId` is not a string, or if an option or a field of `config` is unknown or unusable.
 */
export function captureVisitor(
  request: Pick<Request, 'headers'>,
  eventId: string,
  options: CaptureOptions = {},
): Partial<VisitorData> {
  checkOptions(options, { config: 'object', hostIp: 'string', program: 'string' })
  if (typeof eventId !== 'string') {
    throw new TypeError(
      'eventId must be a string. Pass the event ID that track() returned, or the ID of the order or lead.',
    )
  }
  const { headers } = request
  if (hasOptedOut(headers, toSettings(options.config))) return {}
  const cookies = headers.get('Cookie')
  const visitor = pickStrings({
    event_source_url: headers.get('Referer')?.replace(/[?#].*/s, ''),
    fbp: readCookie(cookies, '_fbp'),
    fbc: readCookie(cookies, '_fbc'),
    client_ip_address: findClientIp(headers, options.hostIp),
    client_user_agent: headers.get('User-Agent'),
    program: options.program?.replaceAll(/\p{C}/gu, ''),
  })
  // Clients of payment services throw for a lone surrogate.
  const isUsable = asEventId(eventId) && !/\p{C}/u.test(eventId)
  return { event_id: isUsable ? eventId : crypto.randomUUID(), ...visitor }
}

/**
 * Parses what {@link captureVisitor} returned after it was stored, for example the metadata of a payment.
 *
 * @param data Unknown keys and values that are not usable are ignored.
 * @returns The fields of an event for `createSender`, or `undefined` if there is no `event_id`: nothing was
 *   stored, for example because the visitor did not consent or opted out. Then send nothing.
 */
export function parseVisitor(
  data: unknown,
): Pick<ServerEvent, 'event_id' | 'event_source_url' | 'user_data' | 'custom_data'> | undefined {
  const { event_id, event_source_url, program, ...user_data } = pickStrings(
    isJsonObject(data) ? data : {},
  )
  if (!event_id) return undefined
  const custom_data = program && { content_ids: [program], content_type: 'product' }
  return { event_id, event_source_url, user_data, ...(custom_data && { custom_data }) }
}

const MAX_LENGTH = 500
const KEYS = [
  'event_id',
  'event_source_url',
  'fbp',
  'fbc',
  'client_ip_address',
  'client_user_agent',
  'program',
] as const

function pickStrings(data: { [Key in keyof VisitorData]?: unknown }): Partial<VisitorData> {
  const entries = KEYS.map((key) => [key, data[key]] as const)
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value === 'string' && value && value.length <= MAX_LENGTH),
  )
}

/** Returns the cookie that was created last: browsers list one of a host or of a longer path first, even if it is old. */
function readCookie(cookies: string | null, name: string): string | undefined {
  const createdMs = (value: string): number => Number(META_COOKIE.exec(value)?.[1] ?? 0)
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))
    .sort((one, other) => createdMs(other) - createdMs(one))[0]
}

/**
 * The wire vocabulary: names, limits and types of the requests and responses that pages, the proxy and the
 * Graph API exchange, and the checks that all packages share. Imports nothing, so a browser script can use one
 * constant without the rest of core.
 *
 * @module
 */

/** Path of the endpoint (specification 4.1). The handler does not check it; hosts route it. */
export const CONVERSION_PATH = '/functions/v1/conversion-capi'

/**
 * Header of 405 responses that shows whether the proxy can forward events, without an event: `configured` or
 * `not configured`. Whether Meta accepts the token is unknown.
 */
export const CONFIGURATION_HEADER = 'X-Conversion-Capi'

/** Graph API version fixed by the specification (9). `META_GRAPH_VERSION` overrides it. */
export const GRAPH_VERSION = 'v18.0'

/**
 * The event names the proxy accepts, case-sensitive (specification 6). All are standard events of Meta.
 *
 * - `PageView`: a visitor opened a page. The tracker sends it by itself.
 * - `ViewContent`: a visitor opened a page that matters for the decision, such as the page of a program.
 * - `InitiateCheckout`: a visitor started a checkout.
 * - `Lead`: a visitor left contact data and expects to be contacted, such as with a request for a study plan.
 * - `Schedule`: a visitor booked an appointment, such as a trial lesson.
 * - `Purchase`: a visitor paid. Needs `value` and `currency` in `custom_data`.
 * - `Subscribe`: a visitor started a paid subscription.
 * - `CompleteRegistration`: a visitor created an account or enrolled.
 *
 * @see https://developers.facebook.com/docs/meta-pixel/reference
 */
export const EVENT_NAMES = [
  'PageView',
  'ViewContent',
  'InitiateCheckout',
  'Lead',
  'Schedule',
  'Purchase',
  'Subscribe',
  'CompleteRegistration',
] as const
/** The name of an event the proxy accepts. */
export type EventName = (typeof EVENT_NAMES)[number]

/**
 * The path of a program's page. The group is the program's ID, if it has no other: the last segment without its extension,
 * e.g. `physics` for `/programs/physics.html`. Does not match the home page and encoded segments.
 */
export const PROGRAM_PATH: RegExp = /\/([\w-]+)(\.\w+)?\/*$/

/** Keys of `user_data` that contain personal data and are sent only as SHA-256 hashes (specification 2.1). */
export const PII_KEYS = ['em', 'ph', 'fn', 'ln'] as const
/** A key of `user_data` that holds personal data. */
export type PiiKey = (typeof PII_KEYS)[number]

/** Keys of `user_data` that a client may send (specification 2.1). All other keys are dropped. */
export const USER_DATA_KEYS = [
  'fbp',
  'fbc',
  'external_id',
  'em',
  'ph',
  'fn',
  'ln',
  'client_user_agent',
] as const
/** A key of `user_data` that the proxy forwards. */
export type UserDataKey = (typeof USER_DATA_KEYS)[number]

/**
 * The grammar of the `_fbp` and `_fbc` cookies: version, subdomain index, creation time in milliseconds, random number or
 * click ID, and the appendix of Meta's libraries. Meta rejects events with other values in `fbp` and `fbc`. Its click IDs
 * are base64url: other characters come from a changed URL and can be personal data.
 */
export const META_COOKIE: RegExp = /^fb\.\d+\.(\d+)\.[\w-]+(\.(A[Qgw]|B[AQg]|[\w-]{8}))?$/

/** Maximum length of `event_id` in UTF-16 code units, i.e. `String.length` (specification 8). */
export const MAX_EVENT_ID_LENGTH = 100

/** Maximum number of values that are forwarded for one key of `user_data`. Further values are dropped. */
export const MAX_IDENTIFIERS = 20

/** Maximum size of a request body in bytes; larger bodies are rejected with 413 (decision 12). */
export const MAX_BODY_BYTES = 262_144

/** Maximum number of bytes read from an upstream response. The rest is ignored. */
export const MAX_UPSTREAM_BYTES = 65_536

/** Maximum number of nested arrays and objects in an upstream body that is returned as JSON. */
export const MAX_JSON_DEPTH = 64

/** Maximum length of `upstream.raw` and `error` in a response (decision 11). */
export const MAX_TEXT_LENGTH = 2000

/** One value or a list of values. Meta accepts both for every key that identifies a person. */
export type OneOrMany = string | string[]

/** Identifies the visitor (specification 2.1). */
export interface UserData {
  /** Value of the `_fbp` cookie. */
  fbp?: string | undefined
  /** Value of the `_fbc` cookie. */
  fbc?: string | undefined
  /** The school's ID of the person. */
  external_id?: OneOrMany | undefined
  /** Email, as a SHA-256 hash. */
  em?: OneOrMany | undefined
  /** Phone number with country code, as a SHA-256 hash. */
  ph?: OneOrMany | undefined
  /** First name, as a SHA-256 hash. */
  fn?: OneOrMany | undefined
  /** Last name, as a SHA-256 hash. */
  ln?: OneOrMany | undefined
  /** Used only if the request has no `User-Agent` header. */
  client_user_agent?: string | undefined
}

/** Body of a request to the proxy (specification 2.1). */
export interface EventRequest {
  /** One of {@link EVENT_NAMES}. */
  event_name: EventName
  /** 1 to {@link MAX_EVENT_ID_LENGTH} characters, equal to the `eventID` of the browser pixel's event. */
  event_id: string
  /** URL of the page that produced the event. */
  event_source_url?: string | undefined
  /** Identifies the visitor. Keys other than {@link USER_DATA_KEYS} are dropped. */
  user_data?: UserData | undefined
  /**
   * Describes the event, for example `{ value: 240, currency: 'EUR' }`. Forwarded without integers beyond 2^53 and
   * without values that are unhashed personal data, otherwise unchanged.
   */
  custom_data?: Record<string, unknown> | undefined
}

/**
 * Where an event happened, for events that a school's own server sends. The proxy always sends `website`.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event#action-source
 */
export type ActionSource =
  | 'website'
  | 'email'
  | 'phone_call'
  | 'chat'
  | 'physical_store'
  | 'system_generated'
  | 'business_messaging'
  | 'other'

/** An event as it is forwarded (specification 2.2), or as a school's own server sends it. */
export interface ServerEvent extends Omit<EventRequest, 'event_name'> {
  /** One of {@link EVENT_NAMES}, or, from a school's own server, any name of 1 to 50 characters. */
  event_name: EventName | (string & {})
  /** Unix time in seconds. */
  event_time: number
  /** Where the event happened. */
  action_source: ActionSource
  /** `["LDU"]` if the use of the event's data is limited, `[]` if a server sent the event as not limited. */
  data_processing_options?: ['LDU'] | [] | undefined
  /** Country code of limited data use; 0 if Meta derives it from the IP. */
  data_processing_options_country?: number | undefined
  /** State code of limited data use; 0 if Meta derives it from the IP. */
  data_processing_options_state?: number | undefined
  /** Whether the event is used only for attribution, not for the delivery of ads. Only from a school's own server. */
  opt_out?: boolean | undefined
  /** The messenger of an event whose source is `business_messaging`. Only from a school's own server. */
  messaging_channel?: 'whatsapp' | undefined
  /** URL of the page before the one that produced the event. Only from a school's own server. */
  referrer_url?: string | undefined
  /** The event that this event follows, such as the lead of a contract. Only from a school's own server. */
  original_event_data?: OriginalEventData | undefined
  /** The `user_data` of the request, with the visitor's IP and user agent. */
  user_data: ServerUserData
}

/** Identifies an earlier event, in Meta's field names. */
export interface OriginalEventData {
  event_name?: string | undefined
  /** Unix time in seconds. */
  event_time?: number | undefined
  event_id?: string | undefined
  order_id?: string | undefined
}

/** Identifies a person to Meta: what the proxy sends, and what only a school's own server knows. */
export interface ServerUserData extends UserData {
  /** The visitor's IP. */
  client_ip_address?: string | undefined
  /** City, as a SHA-256 hash. */
  ct?: OneOrMany | undefined
  /** State, as a SHA-256 hash. */
  st?: OneOrMany | undefined
  /** Zip code, as a SHA-256 hash. */
  zp?: OneOrMany | undefined
  /** Country, as a SHA-256 hash. */
  country?: OneOrMany | undefined
  /** Date of birth, as a SHA-256 hash. */
  db?: OneOrMany | undefined
  /** Gender, as a SHA-256 hash. */
  ge?: OneOrMany | undefined
  /** ID of the subscription in this transaction. */
  subscription_id?: OneOrMany | undefined
  /** ID that Meta gave the lead of an Instant Form, as a string: JavaScript rounds such numbers. */
  lead_id?: OneOrMany | undefined
  /** ID that Meta gave the person at the school's Facebook Login. */
  fb_login_id?: OneOrMany | undefined
  /** ID of the click on an ad that opened WhatsApp, for `business_messaging`. */
  ctwa_clid?: string | undefined
  /** ID of the school's WhatsApp Business Account, for `business_messaging`. */
  whatsapp_business_account_id?: string | undefined
  /** ID of the school's Facebook Page, for `business_messaging`. */
  page_id?: string | undefined
}

/** Status of each rejection (specification 7; 413 is decision 12, 403 is decision 14). */
export const REJECTIONS = {
  /** The method is neither POST nor OPTIONS. Send events with POST. */
  'Method not allowed': 405,
  /** The `Origin` header is not in `allowedOrigins`. Add the origin of the page to `META_ALLOWED_ORIGINS`. */
  'Origin not allowed': 403,
  /** The body is malformed or truncated JSON, or takes longer than `bodyTimeoutMs` to arrive. Send a JSON object. */
  'Invalid JSON': 400,
  /** The body exceeds `maxBodyBytes`. Send less `custom_data`, or raise `META_MAX_BODY_BYTES`. */
  'Payload too large': 413,
  /**
   * The body is not an object, or `event_name` is not one of {@link EVENT_NAMES}. Write the name exactly as listed:
   * names are case-sensitive.
   */
  'Invalid event_name': 400,
  /**
   * `event_id` is missing, not a string, empty, or longer than {@link MAX_EVENT_ID_LENGTH} characters. Send the ID that
   * the browser pixel sends as `eventID`.
   */
  'Invalid event_id': 400,
  /**
   * A required variable is missing or malformed, no school has the origin of the request, or the deployment is a
   * preview. Correct what the log and the `error` of the outcome name. `npx conversion-capi doctor` checks the variables
   * where they are set.
   */
  'Server not configured': 500,
} as const
/** The `error` of a rejection. */
export type RejectionReason = keyof typeof REJECTIONS

/** Body of an upstream response: its JSON object, or `{ raw }` if the body was not a JSON object. */
export type UpstreamBody = Record<string, unknown>

/** Body of every response except the preflight's (specification 2.3). */
export type ResponseBody = UpstreamResult | Rejection
/** What happened to an event that was forwarded. */
export type UpstreamResult = Accepted | UpstreamError | UpstreamUnreachable
/** The upstream accepted the event. */
export interface Accepted {
  /** The upstream accepted the event. */
  ok: true
  /** Body of the upstream response. */
  upstream: UpstreamBody
}
/** The upstream responded with an error. The proxy's own status is 200, so that the browser is never blocked. */
export interface UpstreamError {
  /** The upstream did not accept the event. */
  ok: false
  /** HTTP status of the upstream response. */
  status: number
  /** Body of the upstream response. */
  upstream: UpstreamBody
  /** The event is in a queue, which sends it later. The page must not send it again. */
  kept?: true | undefined
}
/** No attempt received an upstream response. */
export interface UpstreamUnreachable {
  /** The upstream did not accept the event. */
  ok: false
  /** What failed, for example `TypeError: fetch failed (ECONNREFUSED)`. At most {@link MAX_TEXT_LENGTH} characters. */
  error: string
  /** The event is in a queue, which sends it later. The page must not send it again. */
  kept?: true | undefined
}
/** The request was rejected before an event was forwarded. */
export interface Rejection {
  /** Why the request was rejected. */
  error: RejectionReason
}

/**
 * CORS headers of every response, rejections included (specification 4.1). If `allowedOrigins` is set,
 * `Access-Control-Allow-Origin` is the request's origin instead of `*`.
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
} as const

/** A JSON object. */
export type JsonObject = Record<string, unknown>

/**
 * Returns whether a value is a JSON object.
 *
 * @param value A value returned by `JSON.parse`.
 * @returns `false` for `null`, arrays and primitives.
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns whether a response is from the proxy. Other servers, and a host without the function, respond with other bodies.
 *
 * @param body A value returned by `JSON.parse`.
 */
export function isResponseBody(body: unknown): body is ResponseBody {
  return (
    isJsonObject(body) && ('ok' in body || Object.keys(REJECTIONS).includes(body['error'] as never))
  )
}

/**
 * Returns whether a JSON value has more than `maxDepth` levels of arrays and objects.
 *
 * `JSON.parse` accepts deeper nesting than `JSON.stringify` and recursive functions can process.
 *
 * @param value A value returned by `JSON.parse`.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (maxDepth === 0 || Object.values(value).some((child) => isDeeperThan(child, maxDepth - 1)))
  )
}

/**
 * Checks that a value is an object without unknown keys.
 *
 * @param value The value, for example the options of a function.
 * @param thing What the object is, to start the error message. Default: the options.
 * @throws {TypeError} If it is not an object, or if a key is unknown.
 */
export function checkNames<Value>(
  value: Value,
  names: readonly string[],
  thing?: string,
): asserts value is Value & JsonObject {
  if (!isJsonObject(value)) throw new TypeError(`${thing ?? 'The options'} must be an object.`)
  const key = Object.keys(value).find((each) => !names.includes(each))
  if (key !== undefined) {
    throw new TypeError(`${thing ?? 'Option'} "${key}" is unknown. Use one of ${names.join(', ')}.`)
  }
}

/**
 * How many days old an event may be by its source. Meta rejects older events. `business_messaging` is as `chat`.
 *
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event#event-time
 */
export const MAX_AGE_DAYS: Record<Exclude<ActionSource, 'business_messaging'>, number> = {
  website: 7,
  email: 7,
  phone_call: 7,
  chat: 7,
  physical_store: 62,
  system_generated: 7,
  other: 7,
}

/** A key of `user_data` that only events of business messaging have. */
export type MessagingKey = 'ctwa_clid' | 'whatsapp_business_account_id' | 'page_id'

/** Keys of `user_data` that only a school's own server sends, and only as SHA-256 hashes. */
export const PROFILE_KEYS = ['ge', 'db', 'ct', 'st', 'zp', 'country'] as const
/** One of {@link PROFILE_KEYS}. */
export type ProfileKey = (typeof PROFILE_KEYS)[number] & keyof ServerUserData

/** Maximum number of events that Meta accepts in one request. */
export const MAX_EVENTS_PER_REQUEST = 1000

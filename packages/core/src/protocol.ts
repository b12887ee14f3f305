/**
 * The wire vocabulary: what the page, the proxy and the platform say to each other.
 * Imports nothing, so a browser script or a test can take one name without the rest of core.
 *
 * @module
 */

/** Where the proxy is reachable (specification 4.1). The handler itself does not look at the path. */
export const CONVERSION_PATH = '/functions/v1/conversion-capi'

/** The events the proxy accepts; exact and case-sensitive (specification 6). */
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
export type EventName = (typeof EVENT_NAMES)[number]

/** In UTF-16 code units, what `String.length` counts (specification 8). */
export const MAX_EVENT_ID_LENGTH = 100

/** In bytes; a larger request body is rejected with 413 (decision 12). */
export const MAX_BODY_BYTES = 262_144

/** Personal data: travels only as SHA-256 (specification 2.1). */
export const PII_KEYS = ['em', 'ph', 'fn', 'ln'] as const
export type PiiKey = (typeof PII_KEYS)[number]

/** The keys of `user_data` a client may send; every other key is dropped (specification 2.1). */
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
export type UserDataKey = (typeof USER_DATA_KEYS)[number]

/** Meta takes one value or a list of them for everything that identifies a person. */
export type OneOrMany = string | string[]

/** What identifies the visitor, as the page sends it (specification 2.1). */
export interface UserData {
  /** The `_fbp` cookie as it stands. */
  fbp?: string | undefined
  /** The `_fbc` cookie as it stands. */
  fbc?: string | undefined
  /** The school's own id of the person. */
  external_id?: OneOrMany | undefined
  /** E-mail, SHA-256. */
  em?: OneOrMany | undefined
  /** Phone with country code, SHA-256. */
  ph?: OneOrMany | undefined
  /** First name, SHA-256. */
  fn?: OneOrMany | undefined
  /** Last name, SHA-256. */
  ln?: OneOrMany | undefined
  client_user_agent?: string | undefined
}

/** The body of a request to the proxy (specification 2.1). */
export interface EventRequest {
  event_name: EventName
  /** 1 to 100 characters; the pixel's `eventID`. */
  event_id: string
  event_source_url?: string | undefined
  user_data?: UserData | undefined
  custom_data?: Record<string, unknown> | undefined
}

/** The event as the platform receives it (specification 2.2). */
export interface ServerEvent extends EventRequest {
  /** Unix time in seconds. */
  event_time: number
  action_source: 'website'
  /** `["LDU"]` while limited data use is switched on. */
  data_processing_options?: ['LDU'] | undefined
  data_processing_options_country?: number | undefined
  data_processing_options_state?: number | undefined
  user_data: UserData & { client_ip_address?: string | undefined }
}

/** Every refusal and its status (specification 7; 413 is decision 12, 403 decision 14). */
export const REJECTIONS = {
  'Method not allowed': 405,
  'Origin not allowed': 403,
  'Invalid JSON': 400,
  'Payload too large': 413,
  'Invalid event_name': 400,
  'Invalid event_id': 400,
  'Server not configured': 500,
} as const
export type RejectionReason = keyof typeof REJECTIONS

/** The platform's answer: its JSON object, or `{ raw }` when the body was anything else. */
export type UpstreamBody = Record<string, unknown>

/** The body of every answer but the preflight's (specification 2.3). */
export type ResponseBody = Accepted | UpstreamError | UpstreamUnreachable | Rejection
export interface Accepted {
  ok: true
  upstream: UpstreamBody
}
export interface UpstreamError {
  ok: false
  /** The platform's HTTP status; the proxy's own is 200, so that no browser is blocked. */
  status: number
  upstream: UpstreamBody
}
export interface UpstreamUnreachable {
  ok: false
  error: string
}
export interface Rejection {
  error: RejectionReason
}

/** The headers on every answer, refusals included (specification 4.1); see `allowedOrigins` for the first. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
} as const

/** The Graph API version of the specification (9); `META_GRAPH_VERSION` overrides it. */
export const GRAPH_VERSION = 'v18.0'

/** A JSON object, the only shape of a request body or an upstream body that has fields. */
export type JsonObject = Record<string, unknown>

/** Returns whether `value`, as `JSON.parse` returned it, is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns whether a JSON value has more than `maxDepth` levels of arrays and objects.
 *
 * `JSON.parse` accepts deeper nesting than `JSON.stringify` can write and than a recursive function can walk.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return maxDepth === 0 || Object.values(value).some((child) => isDeeperThan(child, maxDepth - 1))
}

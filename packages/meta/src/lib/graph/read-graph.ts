import { type Config, DEFAULTS } from '@conversion-capi/core'
import { type Finding, findRetryReason } from '@conversion-capi/core/diagnostics'
import { isJsonObject, type JsonObject } from '@conversion-capi/core/protocol'

import { type Client, request } from '../http/request.ts'
import { parseJsonObject } from '../try-call.ts'
import {
  createFindings,
  error,
  info,
  type Place,
  unverifiable,
  warning,
} from '../terminal/rules.ts'

export const GRAPH_RULES = {
  'token-broken': error(
    'Meta rejects the access token: {reason} (code {code}).',
    'Generate a new token in Events Manager and set META_ACCESS_TOKEN.',
  ),
  'token-malformed': error(
    'META_ACCESS_TOKEN contains characters that no token has.',
    'Copy the token again, without quotes and spaces.',
  ),
  'pixel-not-found': error(
    'Meta finds no pixel with the id in META_PIXEL_ID, or hides it from this token.',
    'Compare META_PIXEL_ID with Events Manager, and give the token access to this pixel.',
  ),
  'pixel-not-readable': unverifiable(
    'Meta accepts the access token, but it may not read the pixel (code {code}).',
    'It can still be allowed to send events: see Events Manager after the first visits.',
  ),
  'version-rejected': error(
    'Meta rejects the Graph API version {version} (code {code}).',
    'Set META_GRAPH_VERSION to a newer version.',
  ),
  'graph-unavailable': warning(
    'The Graph API is busy or unavailable (code {code}), so nothing was verified.',
    'Run the command again later.',
  ),
  'graph-unreachable': error(
    'The Graph API cannot be reached: {reason}.',
    'Check that this machine is online and may connect to {origin}.',
  ),
  'graph-unexpected': error(
    'The response of {origin} with status {status} is not one that the Graph API documents.',
    'Check META_GRAPH_URL.',
  ),
  'graph-stand-in': info(
    'META_GRAPH_URL is set, so the command queried {origin} instead of Meta.',
    'Unset it on the host that serves visitors.',
  ),
  'never-tried-live': info(
    'This command follows the documentation of Meta and was never tried with the live platform.',
    'If Meta and this command disagree, trust Events Manager.',
  ),
} as const

const finding = createFindings(GRAPH_RULES)

/** Why nothing could be read. It contains codes, but no other values of the response. */
export interface GraphFailure {
  kind: Exclude<keyof typeof GRAPH_RULES, 'graph-stand-in' | 'never-tried-live'>
  /** The code of the error, or the status of a response without one. */
  code: string
  reason: string
}

export function* findStandIn({ graphUrl }: Config, place: Place): Generator<Finding> {
  if (graphUrl === undefined || graphUrl === DEFAULTS.graphUrl) return
  yield finding('graph-stand-in', place, { origin: new URL(graphUrl).origin })
}

export function warnAboutLiveUse(): Finding {
  return finding('never-tried-live', {}, {})
}

export function describeFailure(
  { kind, code, reason }: GraphFailure,
  { graphUrl = DEFAULTS.graphUrl, graphVersion: version = DEFAULTS.graphVersion }: Config,
  place: Place,
): Finding {
  const { origin } = new URL(graphUrl)
  return finding(kind, place, { code, status: code, reason, version, origin })
}

export type GraphReading = { kind: 'ok'; body: JsonObject } | GraphFailure

/** A hundred events with all fields of the dataset quality are about 300 KB. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Sends a GET request to the Graph API. It sends no event and changes nothing.
 *
 * The token is sent in the `Authorization` header, because a GET request has no body and URLs are often logged.
 *
 * @param path The path after the version, with the query: `1234567890?fields=id,name`.
 */
export async function readGraph(
  config: Config,
  path: string,
  client: Client,
): Promise<GraphReading> {
  const { accessToken } = config
  const { graphUrl = DEFAULTS.graphUrl, graphVersion = DEFAULTS.graphVersion } = config
  // The error of an invalid header contains its value.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return fail('token-malformed')
  // A redirect, which would send the token to another URL, is not followed.
  const init = { headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' } }
  const response = await request(client, `${graphUrl}/${graphVersion}/${path}`, init, MAX_BYTES)
  if (response.reason !== undefined) return fail('graph-unreachable', '', response.reason)
  const body = parseJsonObject(new TextDecoder().decode(response.bytes), (_, value) =>
    typeof value === 'string' ? value.replaceAll(accessToken, '(token)') : value,
  )
  const { status } = response
  return status === 200 && body && !('error' in body) ? { kind: 'ok', body } : explain(status, body)
}

function explain(status: number, body: JsonObject | undefined): GraphFailure {
  const error = body?.['error']
  const { code, error_subcode: subcode } = isJsonObject(error) ? error : {}
  const retry = findRetryReason({ ok: true, value: { status, body: { ...body } } })
  if (retry === 'throttled' || retry === 'transient') {
    const given = typeof code === 'number' ? code : status
    return fail('graph-unavailable', given, `it limits requests or is unavailable (code ${given})`)
  }
  if (typeof code !== 'number') return failUnexpected(status)
  if (TOKEN_CODES.has(code)) {
    const reason = TOKEN_REASONS[Number(subcode)] ?? 'it is malformed, expired or revoked'
    return fail('token-broken', code, reason)
  }
  if (code === 100 && subcode === 33) return fail('pixel-not-found', code)
  if (code === 3 || code === 10 || (code >= 200 && code < 300)) {
    return fail('pixel-not-readable', code)
  }
  return code === 2635 ? fail('version-rejected', code) : failUnexpected(status)
}

export function failUnexpected(status: number): GraphFailure {
  const reason = `its response with status ${status} is not one that it documents`
  return fail('graph-unexpected', status, reason)
}

function fail(kind: GraphFailure['kind'], code: number | '' = '', reason = ''): GraphFailure {
  return { kind, code: String(code), reason }
}

const TOKEN_CODES = new Set([102, 104, 190])

const TOKEN_REASONS: Record<number, string> = {
  460: 'its owner has changed the password',
  463: 'it has expired',
  467: 'it is no longer valid',
}

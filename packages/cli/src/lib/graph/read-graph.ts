import { type Config, DEFAULTS } from '@conversion-capi/core'
import { findRetryReason } from '@conversion-capi/core/diagnostics'
import type { JsonObject } from '@conversion-capi/core/protocol'

import { type Client, request } from '../http/request.ts'
import { parseJsonObject } from '../parse-json.ts'

/** What the Graph API responded to a request that reads. */
export type GraphReading = { kind: 'ok'; body: JsonObject } | GraphFailure

/** Why nothing could be read. It contains codes, but no other values of the response. */
export type GraphFailure =
  | { kind: 'token'; code: number; subcode: number | undefined }
  | { kind: 'permission' | 'pixel' | 'version' | 'unavailable'; code: number }
  | { kind: 'unexpected'; status: number }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'malformed-token' }

/** A hundred events with all fields of the dataset quality are about 300 KB. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Sends a GET request to the Graph API. It sends no event and changes nothing.
 *
 * The token is sent in the `Authorization` header, because a GET request has no body and URLs are often logged.
 *
 * @param path The path after the version, with the query: `1234567890?fields=id,name`.
 * @returns The JSON object of the response, without the token, or why there is none.
 */
export async function readGraph(
  config: Config,
  path: string,
  client: Client,
): Promise<GraphReading> {
  const { accessToken } = config
  const { graphUrl = DEFAULTS.graphUrl, graphVersion = DEFAULTS.graphVersion } = config
  // The error of an invalid header contains its value.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return { kind: 'malformed-token' }
  // A redirect, which would send the token to another URL, is not followed.
  const init = { headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' } }
  const response = await request(client, `${graphUrl}/${graphVersion}/${path}`, init, MAX_BYTES)
  if (response.reason !== undefined) return { kind: 'unreachable', reason: response.reason }
  const body = parseJsonObject(new TextDecoder().decode(response.bytes), (_, value) =>
    typeof value === 'string' ? value.replaceAll(accessToken, '(token)') : value,
  )
  const { status } = response
  return status === 200 && body && !('error' in body) ? { kind: 'ok', body } : explain(status, body)
}

interface GraphError {
  error?: { code?: unknown; error_subcode?: unknown }
}

function explain(status: number, body: GraphError | undefined): GraphFailure {
  const code = body?.error?.code
  const subcode = body?.error?.error_subcode
  const reason = findRetryReason({ ok: true, value: { status, body: { ...body } } })
  if (reason === 'throttled' || reason === 'transient') {
    return { kind: 'unavailable', code: typeof code === 'number' ? code : status }
  }
  if (typeof code !== 'number') return { kind: 'unexpected', status }
  if (TOKEN_CODES.has(code)) {
    return { kind: 'token', code, subcode: typeof subcode === 'number' ? subcode : undefined }
  }
  if (code === 100 && subcode === 33) return { kind: 'pixel', code }
  if (code === 3 || code === 10 || (code >= 200 && code < 300)) return { kind: 'permission', code }
  if (code === 2635) return { kind: 'version', code }
  return { kind: 'unexpected', status }
}

const TOKEN_CODES = new Set([102, 104, 190])

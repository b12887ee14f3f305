import { type Config, DEFAULTS } from '@conversion-capi/core'
import { findRetryReason } from '@conversion-capi/core/diagnostics'
import { MAX_UPSTREAM_BYTES } from '@conversion-capi/core/protocol'

import { type Client, request } from '../http/request.ts'
import { parseJsonObject } from '../parse-json.ts'

/** What the Graph API responded to the request that reads the pixel. */
export type PixelReading =
  | { kind: 'readable'; name?: string }
  | { kind: 'token'; code: number; subcode: number | undefined }
  | { kind: 'permission' | 'pixel' | 'version' | 'unavailable'; code: number }
  | { kind: 'unexpected'; status: number }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'malformed-token' }

/**
 * Reads the pixel from the Graph API. It sends no event and changes nothing.
 *
 * The token is sent in the `Authorization` header, because a GET request has no body and URLs are often logged.
 *
 * @param config The pixel ID and the token.
 * @param client How to send the request.
 * @returns The result. It contains codes, and the name of the pixel, but nothing else from the response.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
 */
export async function readPixel(config: Config, client: Client): Promise<PixelReading> {
  const { pixelId, accessToken } = config
  const { graphUrl = DEFAULTS.graphUrl, graphVersion = DEFAULTS.graphVersion } = config
  // The error of an invalid header contains its value.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return { kind: 'malformed-token' }
  const url = `${graphUrl}/${graphVersion}/${encodeURIComponent(pixelId)}?fields=id,name`
  // A redirect, which would send the token to another URL, is not followed.
  const init = { headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' } }
  const response = await request(client, url, init, MAX_UPSTREAM_BYTES)
  if (response.reason !== undefined) return { kind: 'unreachable', reason: response.reason }
  return interpret(
    response.status,
    parseJsonObject(new TextDecoder().decode(response.bytes)),
    config,
  )
}

interface GraphBody {
  id?: unknown
  name?: unknown
  error?: { code?: unknown; error_subcode?: unknown }
}

function interpret(status: number, body: GraphBody | undefined, config: Config): PixelReading {
  if (status === 200 && body?.id === config.pixelId) return readable(body.name, config)
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

/** Omits a name that could contain the token or control characters. */
function readable(name: unknown, { accessToken }: Config): PixelReading {
  const isSafe =
    typeof name === 'string' &&
    /^[\p{L}\p{N} ._&'()-]{1,60}$/u.test(name) &&
    !name.includes(accessToken)
  return { kind: 'readable', ...(isSafe && { name }) }
}

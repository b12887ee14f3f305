import { CONFIGURATION_HEADER, CORS_HEADERS } from '@conversion-capi/core/protocol'
import type { HeaderObject, ReferenceObject } from 'openapi3-ts/oas31'

/** The response headers of the proxy, by name (specification 4.1). */
export const RESPONSE_HEADERS: Record<string, HeaderObject> = {
  'Access-Control-Allow-Origin': header(
    'The origins that may read the response: `*`, or the request’s origin if the school limits the origins.',
    CORS_HEADERS['Access-Control-Allow-Origin'],
  ),
  'Access-Control-Allow-Methods': header(
    'The allowed methods.',
    CORS_HEADERS['Access-Control-Allow-Methods'],
  ),
  'Access-Control-Allow-Headers': header(
    'The request headers that a page may send.',
    CORS_HEADERS['Access-Control-Allow-Headers'],
  ),
  'Access-Control-Max-Age': header(
    'How long, in seconds, a browser may cache the preflight response.',
    '86400',
  ),
  Allow: header('The allowed methods.', CORS_HEADERS['Access-Control-Allow-Methods']),
  'Cache-Control': header('Disables caching.', 'no-store'),
  [CONFIGURATION_HEADER]: header(
    'Whether the proxy can forward events: `configured` or `not configured`. Whether Meta accepts the token is unknown.',
    'configured',
  ),
  'X-Content-Type-Options': header('Disables content-type sniffing.', 'nosniff'),
}

/** Returns references to the headers that responses with a given status have. */
export function responseHeaders(status: number): Record<string, ReferenceObject> {
  const names = Object.keys(RESPONSE_HEADERS).filter((name) => CONDITIONS[name]?.(status) ?? true)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers that only some statuses have. */
const CONDITIONS: Record<string, (status: number) => boolean> = {
  'Access-Control-Allow-Origin': (status) => status !== 403,
  'Access-Control-Max-Age': (status) => status === 204,
  Allow: (status) => status === 405,
  [CONFIGURATION_HEADER]: (status) => status === 405,
}

function header(description: string, example: string): HeaderObject {
  return { description, schema: { type: 'string' }, example }
}

import { CORS_HEADERS } from '@conversion-capi/core/protocol'

import type { Header, JsonSchema } from './openapi-types.ts'

type CorsHeader = keyof typeof CORS_HEADERS

/** The headers of the answers, by name (specification 4.1, decision 2). */
export const ANSWER_HEADERS: Record<string, Header> = {
  ...corsHeaders({
    'Access-Control-Allow-Origin':
      'Who may read the answer: everybody. Where the school lists the origins, the listed one.',
    'Access-Control-Allow-Methods': 'The methods there are.',
    'Access-Control-Allow-Headers': 'The request headers that a page may send.',
  }),
  'Access-Control-Max-Age': header('For how many seconds a browser may keep this.', '86400'),
  Allow: header('The methods there are.', CORS_HEADERS['Access-Control-Allow-Methods']),
  'Cache-Control': header('Nobody may keep the answer.', 'no-store'),
  'X-Content-Type-Options': header('Nobody may guess another content type.', 'nosniff'),
}

/** The headers of the answers with one status, as references to the above. */
export function answerHeaders(status: number): Record<string, JsonSchema> {
  const names = Object.keys(ANSWER_HEADERS).filter((name) => ONLY[name]?.(status) ?? true)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const ONLY: Record<string, (status: number) => boolean> = {
  'Access-Control-Allow-Origin': (status) => status !== 403,
  'Access-Control-Max-Age': (status) => status === 204,
  Allow: (status) => status === 405,
}

function corsHeaders(descriptions: Record<CorsHeader, string>): Record<string, Header> {
  const names = Object.keys(CORS_HEADERS) as CorsHeader[]
  return Object.fromEntries(
    names.map((name) => [name, header(descriptions[name], CORS_HEADERS[name])]),
  )
}

function header(description: string, example: string): Header {
  return { description, schema: { type: 'string' }, example }
}

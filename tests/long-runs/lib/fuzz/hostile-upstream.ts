import fc from 'fast-check'

import { type BodyArrival, createBody } from './body.ts'
import { type CompressedResponse, compressedResponse, type HttpUpstream } from './http-upstream.ts'
import { deepText, jsonText } from './json-text.ts'
import { THROWN_VALUES } from './thrown-values.ts'

/** The upstream's reaction to one attempt, as printable data. */
export type HostileUpstream =
  | {
      kind: 'responds'
      status: number
      headers: [name: string, value: string][]
      /**
       * `§` is the token, `¶` the token escaped for JSON, `¤` the token with every character escaped, `†` the token
       * encoded as a URL, and `‡` the token escaped for JSON three times.
       */
      body: string
      arrival: BodyArrival
    }
  | { kind: 'compressed'; response: CompressedResponse }
  | { kind: 'rejects' | 'throws'; thrown: string }
  | {
      kind:
        | 'resolves to undefined'
        | 'resolves to null'
        | 'resolves to Response.error()'
        | 'never settles'
    }

const BODIES = [
  // Responses that Meta sends, or could send.
  '{"events_received":1,"messages":[],"fbtrace_id":"A1"}',
  '{"error":{"code":613,"is_transient":true,"message":"Malformed access token §"}}',
  '{"error":{"code":190,"message":"Malformed access token ¶¶","fbtrace_id":"¶"}}',
  '{"error":{"code":"¶","error_subcode":"¶","fbtrace_id":["¶"]},"fbtrace_id":"¶"}',
  '<!doctype html><p title="§">§§</p>',
  // The token in unexpected places.
  '{"¶":1,"a":{"¶":["¶"]}}',
  '{"error":{"message":"¤¤","¤":"x¤"}}',
  '{"ok":false,"status":0,"error":"¶"}',
  '{"url":"https://graph.facebook.com/?access_token=†","†":1}',
  '{"body":"{\\"error\\":\\"‡\\"}"}',
  '<a href="?access_token=†">‡</a>',
  '{"__proto__":{"error":"¶"}}',
  '{"toJSON":"¶","then":"¶","raw":"¶"}',
  '{"error":"¶"}',
  '\uFEFF{"a":"¶"}',
  '{"a":"§"',
  '{"a":"¶"}}',
  '["§"]',
  '"§"',
  '§',
  // The token near the lengths at which strings are truncated.
  `${'x'.repeat(1985)}§`,
  `<p>§${'x'.repeat(70_000)}`,
  `{"a":"${'x'.repeat(65_500)}¶"}`,
  // Not an object, or not the expected one.
  '',
  'null',
  'true',
  '1',
  '[]',
  '{',
  '{"a":1}{}',
  '{"error":null}',
  '{"error":[1]}',
  '{"fbtrace_id":{}}',
]

export const hostileUpstream: fc.Arbitrary<HostileUpstream> = fc.oneof(
  {
    weight: 900,
    arbitrary: fc.record({
      kind: fc.constant('responds'),
      status: fc.oneof(
        fc.constantFrom(200, 200, 200, 400, 503),
        fc.integer({ min: 200, max: 599 }),
      ),
      headers: fc.array(header(), { maxLength: 2 }),
      body: bodyText(),
      arrival: fc.oneof(
        { weight: 900, arbitrary: fc.constant('whole') },
        { weight: 90, arbitrary: fc.constantFrom('in pieces', 'breaks off', 'as string chunks') },
        { weight: 5, arbitrary: fc.constantFrom('never ends', 'empty chunks') },
        { weight: 1, arbitrary: fc.constant('stalls') },
      ),
    }),
  },
  {
    weight: 90,
    arbitrary: fc.record({
      kind: fc.constantFrom('rejects', 'throws'),
      thrown: fc.constantFrom(...Object.keys(THROWN_VALUES)),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'resolves to undefined',
        'resolves to null',
        'resolves to Response.error()',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('never settles') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('compressed'), response: compressedResponse }),
  },
)

/**
 * Reacts to one attempt, as an injected `fetch`.
 *
 * @param http Sends the compressed responses.
 */
export function callUpstream(
  upstream: HostileUpstream,
  token: string,
  init: RequestInit,
  http: HttpUpstream,
): Promise<Response> {
  switch (upstream.kind) {
    case 'compressed':
      return http.fetch(upstream.response, init)
    case 'responds': {
      const { status, body, arrival } = upstream
      const headers = upstream.headers.map(([name, value]) => [name, fill(value, token)])
      const isEmpty = [204, 205, 304].includes(status)
      const content = isEmpty
        ? null
        : createBody(new TextEncoder().encode(fill(body, token)), arrival)
      return Promise.resolve(new Response(content, { status, headers: headers as HeadersInit }))
    }
    case 'rejects':
      return Promise.reject(THROWN_VALUES[upstream.thrown]!(token))
    case 'throws':
      throw THROWN_VALUES[upstream.thrown]!(token)
    case 'resolves to undefined':
      return Promise.resolve(undefined as unknown as Response)
    case 'resolves to null':
      return Promise.resolve(null as unknown as Response)
    case 'resolves to Response.error()':
      return Promise.resolve(Response.error())
    case 'never settles':
      return new Promise(() => {})
  }
}

function header(): fc.Arbitrary<[string, string]> {
  const names =
    'Retry-After Location Content-Type Set-Cookie WWW-Authenticate X-FB-Trace-ID ' +
    'X-Ad-Api-Version-Warning Facebook-Api-Version __proto__'
  const values =
    '§|https://elsewhere.example/?access_token=§||0|-1|1|NaN|Wed, 21 Oct 2065 07:28:00 GMT|v21.0|html'
  return fc.tuple(
    fc.constantFrom(...names.split(' ')),
    fc.constantFrom(...values.split('|'), '9'.repeat(400), 'a'.repeat(5000)),
  )
}

function bodyText(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...BODIES) },
    { weight: 5, arbitrary: jsonText },
    { weight: 2, arbitrary: deepText },
    { weight: 5, arbitrary: jsonText.map((json) => `{"a":${json},"b":"¶"}`) },
    { weight: 5, arbitrary: fc.string().map((text) => `${text}§${text}`) },
  )
}

function fill(text: string, token: string): string {
  const escaped = Array.from(token, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return text
    .replaceAll('§', () => token)
    .replaceAll('¶', () => escapeJson(token))
    .replaceAll('¤', () => escaped.join(''))
    .replaceAll('†', () => encodeURIComponent(token))
    .replaceAll('‡', () => escapeJson(escapeJson(escapeJson(token))))
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

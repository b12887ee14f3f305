import fc from 'fast-check'

import { arrive, type Arrival } from './arrive.ts'
import { deepText } from './deep-text.ts'
import { jsonText } from './json-text.ts'
import { ODD_VALUES } from './odd-values.ts'

/** What the platform does with one request, as data that can be printed. */
export type HostileUpstream =
  | {
      kind: 'answers'
      status: number
      headers: [name: string, value: string][]
      /** §: the token; ¶: the token as JSON escapes it; ¤: every character of it escaped. */
      body: string
      arrival: Arrival
    }
  | { kind: 'rejects' | 'throws'; value: string }
  | { kind: 'answers undefined' | 'answers null' | 'answers Response.error()' | 'never answers' }

const BODIES = [
  // What Meta answers, and could.
  '{"events_received":1,"messages":[],"fbtrace_id":"A1"}',
  '{"error":{"code":613,"is_transient":true,"message":"Malformed access token §"}}',
  '{"error":{"code":190,"message":"Malformed access token ¶¶","fbtrace_id":"¶"}}',
  '{"error":{"code":"¶","error_subcode":"¶","fbtrace_id":["¶"]},"fbtrace_id":"¶"}',
  '<!doctype html><p title="§">§§</p>',
  // The token where it does not belong.
  '{"¶":1,"a":{"¶":["¶"]}}',
  '{"error":{"message":"¤¤","¤":"x¤"}}',
  '{"ok":false,"status":0,"error":"¶"}',
  '{"__proto__":{"error":"¶"}}',
  '{"toJSON":"¶","then":"¶","raw":"¶"}',
  '{"error":"¶"}',
  '\uFEFF{"a":"¶"}',
  '{"a":"§"',
  '{"a":"¶"}}',
  '["§"]',
  '"§"',
  '§',
  // Around the lengths at which text is cut.
  `${'x'.repeat(1985)}§`,
  `<p>§${'x'.repeat(70_000)}`,
  `{"a":"${'x'.repeat(65_500)}¶"}`,
  // No object, or not the one expected.
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
      kind: fc.constant('answers'),
      status: fc.oneof(
        fc.constantFrom(200, 200, 200, 400, 503),
        fc.integer({ min: 200, max: 599 }),
      ),
      headers: fc.array(header(), { maxLength: 2 }),
      body: bodyText(),
      arrival: fc.oneof(
        { weight: 900, arbitrary: fc.constant('whole') },
        { weight: 90, arbitrary: fc.constantFrom('in pieces', 'breaks off', 'as text chunks') },
        { weight: 5, arbitrary: fc.constant('never ends') },
        { weight: 1, arbitrary: fc.constant('stalls') },
      ),
    }),
  },
  {
    weight: 90,
    arbitrary: fc.record({
      kind: fc.constantFrom('rejects', 'throws'),
      value: fc.constantFrom(...Object.keys(ODD_VALUES)),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constantFrom('answers undefined', 'answers null', 'answers Response.error()'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('never answers') }) },
)

/** Does it: what an injected `fetch` returns. */
export function behave(upstream: HostileUpstream, token: string): Promise<Response> {
  switch (upstream.kind) {
    case 'answers': {
      const { status, body, arrival } = upstream
      const headers = upstream.headers.map(([name, value]) => [name, fill(value, token)])
      const isEmpty = [204, 205, 304].includes(status)
      const content = isEmpty ? null : arrive(new TextEncoder().encode(fill(body, token)), arrival)
      return Promise.resolve(new Response(content, { status, headers: headers as HeadersInit }))
    }
    case 'rejects':
      return Promise.reject(ODD_VALUES[upstream.value]!(token))
    case 'throws':
      throw ODD_VALUES[upstream.value]!(token)
    case 'answers undefined':
      return Promise.resolve(undefined as unknown as Response)
    case 'answers null':
      return Promise.resolve(null as unknown as Response)
    case 'answers Response.error()':
      return Promise.resolve(Response.error())
    case 'never answers':
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
    .replaceAll('¶', () => JSON.stringify(token).slice(1, -1))
    .replaceAll('¤', () => escaped.join(''))
}

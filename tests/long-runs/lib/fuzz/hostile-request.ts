import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'

import { type BodyArrival, createBody } from './body.ts'
import { eventText } from './event-text.ts'

/** A request, as printable data. */
export interface HostileRequest {
  method: string
  headers: [name: string, value: string][]
  body: string | Uint8Array
  arrival: BodyArrival | 'already read'
  hasLength: boolean
  optsOut: boolean
}

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  hasLength: fc.boolean(),
  optsOut: fc.boolean(),
  method: fc.oneof(
    { weight: 30, arbitrary: fc.constant('POST') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('OPTIONS', 'options', 'GET', 'HEAD', 'PUT', 'DELETE', 'post'),
    },
    { weight: 1, arbitrary: fc.constantFrom('PATCH', 'PROPFIND', '__proto__', "!#$%&'*+-.^_`|~") },
  ),
  headers: fc.array(fc.tuple(headerName(), headerValue()), { maxLength: 4 }),
  body: fc.oneof(
    { weight: 30, arbitrary: eventText },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: json() },
  ),
  arrival: fc.oneof(
    { weight: 900, arbitrary: fc.constant('whole' as const) },
    { weight: 90, arbitrary: fc.constantFrom('in pieces', 'breaks off', 'as string chunks') },
    { weight: 5, arbitrary: fc.constantFrom('never ends', 'already read', 'empty chunks') },
    { weight: 1, arbitrary: fc.constant('stalls') },
  ),
})

export function createRequest(hostileRequest: HostileRequest): Request {
  const { method, headers, body, arrival, hasLength, optsOut } = hostileRequest
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // HTTP would end these bodies after their length.
  const isEndless = arrival === 'never ends' || arrival === 'empty chunks'
  const length: [name: string, value: string] = ['Content-Length', `${bytes.length}`]
  const init: RequestInit & { duplex: 'half' } = {
    method,
    // No server passes an endless body with a Content-Length on.
    headers: [
      ...(hasLength || isEndless ? headers.filter(isNotLength) : headers),
      ...(hasLength && !isEndless ? [length] : []),
      ...(optsOut ? [GLOBAL_PRIVACY_CONTROL] : []),
    ],
    duplex: 'half',
    ...(hasBody && { body: createBody(bytes, arrival === 'already read' ? 'whole' : arrival) }),
  }
  const request = new Request('https://school.example/functions/v1/conversion-capi', init)
  if (arrival === 'already read') void request.text()
  return request
}

const GLOBAL_PRIVACY_CONTROL: [name: string, value: string] = ['Sec-GPC', '1']

function isNotLength([name]: [name: string, value: string]): boolean {
  return name !== 'Content-Length'
}

function headerName(): fc.Arbitrary<string> {
  const names =
    'X-Forwarded-For CF-Connecting-IP X-Real-IP User-Agent Origin Cookie ' +
    'Content-Type Content-Length Content-Encoding Authorization __proto__'
  return fc.constantFrom(...names.split(' '))
}

function headerValue(): fc.Arbitrary<string> {
  const values =
    '203.0.113.7|203.0.113.7:1234, 10.0.0.1|[2001:db8::1]:443|::ffff:203.0.113.7|999.1.1.1|unknown|' +
    ',|, ,|[|[]:1|::|1.1.1.1:|0|-1|1e9|Infinity|262145|NaN|null||gzip|application/json|' +
    'text/plain;charset=utf-16|Mozilla/5.0|https://school.example|https://evil.example|null|__proto__|\'"<>\\|\t|é|a\u00FF'
  return fc.oneof(
    fc.constantFrom(...values.split('|'), 'x'.repeat(9000)),
    // The characters that a header value may contain: Latin-1 without control characters.
    fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)) }),
  )
}

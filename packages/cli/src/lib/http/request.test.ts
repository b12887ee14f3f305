import { expect, it } from 'vitest'

import { describeRequestError } from './request.ts'

function fetchError(cause: unknown): Error {
  return new TypeError('fetch failed: secret', { cause })
}

it.each([
  ['ENOTFOUND', 'the hostname does not exist (ENOTFOUND)'],
  ['EAI_AGAIN', 'the hostname does not exist (EAI_AGAIN)'],
  ['ECONNREFUSED', 'nothing listens on this port (ECONNREFUSED)'],
  ['ETIMEDOUT', 'there was no complete response in time (ETIMEDOUT)'],
  ['UND_ERR_CONNECT_TIMEOUT', 'there was no complete response in time (UND_ERR_CONNECT_TIMEOUT)'],
  ['CERT_HAS_EXPIRED', 'the TLS certificate has expired (CERT_HAS_EXPIRED)'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'the TLS certificate is not signed by a known authority (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'the TLS certificate is for another hostname (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ['EHOSTUNREACH', 'there is no route to the host (EHOSTUNREACH)'],
  ['EWHATEVER', 'the connection failed (EWHATEVER)'],
])('describes %s', (code, expected) => {
  const cause = Object.assign(new Error('secret'), { code })
  expect(describeRequestError(fetchError(cause))).toBe(expected)
  expect(describeRequestError(fetchError(new AggregateError([cause])))).toBe(expected)
})

it.each([
  [
    new DOMException('secret', 'TimeoutError'),
    'there was no complete response in time (TimeoutError)',
  ],
  [fetchError({ name: 'HTTPParserError' }), 'the response is not valid HTTP (HTTPParserError)'],
  [fetchError({ code: 'a b\nsecret' }), 'the connection failed (unknown error)'],
  [fetchError(undefined), 'the connection failed (unknown error)'],
  ['secret', 'the connection failed (unknown error)'],
  [undefined, 'the connection failed (unknown error)'],
])('describes errors without a known code %#', (error, expected) => {
  expect(describeRequestError(error)).toBe(expected)
})

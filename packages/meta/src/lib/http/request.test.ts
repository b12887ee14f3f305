import { expect, it } from 'vitest'

import { describeRequestError } from './request.ts'

function fetchError(cause: unknown): Error {
  return new TypeError('fetch failed: secret', { cause })
}

it.each([
  ['ENOTFOUND', 'the hostname does not exist'],
  ['EAI_AGAIN', 'the hostname does not exist'],
  ['ECONNREFUSED', 'nothing listens on this port'],
  ['ETIMEDOUT', 'there was no complete response in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'there was no complete response in time'],
  ['CERT_HAS_EXPIRED', 'the TLS certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the TLS certificate is not signed by a known authority'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the TLS certificate is for another hostname'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['EWHATEVER', 'the connection failed'],
])('describes %s', (code, text) => {
  const cause = Object.assign(new Error('secret'), { code })
  expect(describeRequestError(fetchError(cause))).toBe(`${text} (${code})`)
  expect(describeRequestError(fetchError(new AggregateError([cause])))).toBe(`${text} (${code})`)
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

import { describe, expect, it } from 'vitest'

import { describeError } from './describe-error.ts'

const TOKEN = 'EAAUnit0123456789Token'

describe('describeError', () => {
  it.each([
    [new TypeError('fetch failed'), 'TypeError: fetch failed'],
    [
      new DOMException('No answer within 5 ms', 'TimeoutError'),
      'TimeoutError: No answer within 5 ms',
    ],
    ['no network', 'no network'],
    [Symbol('no'), 'Symbol(no)'],
  ])('says what was thrown: %s', (error, text) => {
    expect(describeError(error, TOKEN)).toBe(text)
  })

  it('adds the code of the cause, because Node says only "fetch failed"', () => {
    const error = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    expect(describeError(error, undefined)).toBe('TypeError: fetch failed (ECONNREFUSED)')
  })

  it.each([{}, { code: 20 }, 'ECONNREFUSED', null])('adds no other cause: %j', (cause) => {
    const error = new TypeError('fetch failed', { cause })
    expect(describeError(error, TOKEN)).toBe('TypeError: fetch failed')
  })

  it('takes the token out, from the code as well', () => {
    const error = new Error(`bad ${TOKEN}`, { cause: { code: TOKEN } })
    expect(describeError(error, TOKEN)).toBe('Error: bad [redacted] ([redacted])')
  })

  it('has a word for what cannot be written', () => {
    expect(describeError(Object.create(null), TOKEN)).toBe('Unknown error')
  })

  it('cuts what is too long to be read', () => {
    expect(describeError(new Error('x'.repeat(5000)), undefined)).toHaveLength(2000)
  })
})

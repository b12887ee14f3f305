import { describe, expect, it } from 'vitest'

import { describeError } from './redact.ts'

const TOKEN = 'EAAUnit0123456789Token'

describe('describeError', () => {
  it.each([
    [new TypeError('fetch failed'), 'TypeError: fetch failed'],
    [
      new DOMException('No response within 5 ms.', 'TimeoutError'),
      'TimeoutError: No response within 5 ms.',
    ],
    ['no network', 'no network'],
    [Symbol('no'), 'Symbol(no)'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('describes a thrown value: %s', (error, text) => {
    expect(describeError(error, TOKEN)).toBe(text)
  })

  it('appends the code of the cause', () => {
    const error = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    expect(describeError(error, undefined)).toBe('TypeError: fetch failed (ECONNREFUSED)')
  })

  it.each([{}, { code: 20 }, 'ECONNREFUSED', null])(
    'ignores a cause without a string code: %j',
    (cause) => {
      const error = new TypeError('fetch failed', { cause })
      expect(describeError(error, TOKEN)).toBe('TypeError: fetch failed')
    },
  )

  it('redacts the token in the message and in the code', () => {
    const error = new Error(`bad ${TOKEN}`, { cause: { code: TOKEN } })
    expect(describeError(error, TOKEN)).toBe('Error: bad [redacted] ([redacted])')
  })

  it('returns "Unknown error" for an empty string and for a value that cannot be stringified', () => {
    expect(describeError(Object.create(null), TOKEN)).toBe('Unknown error')
    expect(describeError('', TOKEN)).toBe('Unknown error')
  })

  it('truncates the description to 2,000 characters', () => {
    expect(describeError(new Error('x'.repeat(5000)), undefined)).toHaveLength(2000)
  })
})

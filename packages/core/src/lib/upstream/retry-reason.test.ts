import { describe, expect, it } from 'vitest'

import { findRetryReason } from './retry-reason.ts'

function response(status: number, error?: unknown) {
  return { ok: true, value: { status, body: { error } } } as const
}

describe('findRetryReason', () => {
  it('returns "transient" if there is no upstream response', () => {
    expect(findRetryReason({ ok: false, error: 'TypeError: fetch failed' })).toBe('transient')
  })

  it.each([408, 500, 502, 503, 504])('returns "transient" for status %i', (status) => {
    expect(findRetryReason(response(status))).toBe('transient')
    expect(findRetryReason(response(status, { code: 100 }))).toBe('transient')
  })

  it.each([1, 2, 368, 5000, 21009, -1, -3, 3910001])(
    'returns "transient" for code %i with a status that is not',
    (code) => {
      for (const status of [300, 302, 400, 404]) {
        expect(findRetryReason(response(status, { code }))).toBe('transient')
      }
    },
  )

  it('returns "transient" if is_transient is true', () => {
    expect(findRetryReason(response(400, { code: 100, is_transient: true }))).toBe('transient')
  })

  it.each([
    4, 17, 32, 341, 613, 80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80009, 80014,
  ])('returns "throttled" for code %i with status 400 or 500', (code) => {
    expect(findRetryReason(response(400, { code }))).toBe('throttled')
    expect(findRetryReason(response(500, { code, is_transient: true }))).toBe('throttled')
  })

  it('returns "throttled" for status 429', () => {
    expect(findRetryReason(response(429))).toBe('throttled')
  })

  it.each([3, 10, 102, 104, 190, 200, 294, 299, 2635])(
    'returns "setup" for code %i with any status and is_transient',
    (code) => {
      for (const status of [400, 408, 429, 500, 503]) {
        expect(findRetryReason(response(status, { code, is_transient: true }))).toBe('setup')
      }
      expect(findRetryReason(response(400, { code }))).toBe('setup')
    },
  )

  it('returns "setup" for code 100 with subcode 33, an unknown pixel', () => {
    expect(findRetryReason(response(500, { code: 100, error_subcode: 33 }))).toBe('setup')
    expect(findRetryReason(response(400, { code: 100, error_subcode: 33 }))).toBe('setup')
    expect(findRetryReason(response(400, { code: 803, error_subcode: 33 }))).toBe(undefined)
  })

  it.each([0, 199, 301, 302, 400, 401, 403, 404])(
    'returns "setup" for status %i without an error code that Meta can have sent',
    (status) => {
      for (const error of [undefined, null, 'busy', [], { code: '2' }, { is_transient: 'true' }]) {
        expect(findRetryReason(response(status, error))).toBe('setup')
      }
    },
  )

  it.each([0, 100, 199, 300, 79999, 80015, 2804003])('returns undefined for code %i', (code) => {
    expect(findRetryReason(response(400, { code, is_transient: false }))).toBe(undefined)
  })

  it.each([200, 201, 299])(
    'returns undefined for status %i even if the body contains a transient error',
    (status) => {
      expect(findRetryReason(response(status, { code: 2, is_transient: true }))).toBe(undefined)
    },
  )
})

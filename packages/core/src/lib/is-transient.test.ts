import { describe, expect, it } from 'vitest'

import { isTransient } from './is-transient.ts'

function response(status: number, error?: unknown) {
  return { ok: true, value: { status, body: { error } } } as const
}

describe('isTransient', () => {
  it('returns true if there is no upstream response', () => {
    expect(isTransient({ ok: false, error: 'TypeError: fetch failed' })).toBe(true)
  })

  it.each([408, 429, 500, 502, 503, 504])('returns true for status %i', (status) => {
    expect(isTransient(response(status))).toBe(true)
  })

  it.each([1, 2, 4, 17, 32, 341, 368, 613, 5000, 21009, 80000, 80003, 80004, 80014])(
    'returns true for code %i with status 400',
    (code) => {
      expect(isTransient(response(400, { code }))).toBe(true)
    },
  )

  it('returns true if is_transient is true', () => {
    expect(isTransient(response(400, { code: 100, is_transient: true }))).toBe(true)
  })

  it.each([3, 10, 100, 102, 104, 190, 200, 294, 2635])('returns false for code %i', (code) => {
    expect(isTransient(response(400, { code, is_transient: false }))).toBe(false)
  })

  it.each([200, 201, 302, 400, 401, 403, 404])(
    'returns false for status %i without an error code',
    (status) => {
      expect(isTransient(response(status))).toBe(false)
    },
  )

  it.each([200, 201, 299])(
    'returns false for status %i even if the body contains a transient error',
    (status) => {
      expect(isTransient(response(status, { code: 2, is_transient: true }))).toBe(false)
    },
  )

  it.each([300, 302, 400, 404])('returns true for a transient code with status %i', (status) => {
    expect(isTransient(response(status, { code: 2 }))).toBe(true)
  })

  it.each([null, 'busy', [], { code: '2' }, { is_transient: 'true' }])(
    'returns false for an error in an unknown format: %j',
    (error) => {
      expect(isTransient(response(400, error))).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'

import { isTransient } from './is-transient.ts'

function answer(status: number, error?: unknown) {
  return { status, upstream: { error } }
}

describe('isTransient', () => {
  it('is true when the platform did not answer', () => {
    expect(isTransient({ error: 'TypeError: fetch failed' })).toBe(true)
  })

  it.each([408, 429, 500, 502, 503, 504])('is true for status %i', (status) => {
    expect(isTransient(answer(status))).toBe(true)
  })

  it.each([1, 2, 4, 17, 32, 341, 368, 613, 5000, 21009, 80000, 80003, 80004, 80014])(
    'is true for code %i, though the status is 400',
    (code) => {
      expect(isTransient(answer(400, { code }))).toBe(true)
    },
  )

  it('is true when the platform says so', () => {
    expect(isTransient(answer(400, { code: 100, is_transient: true }))).toBe(true)
  })

  it.each([3, 10, 100, 102, 104, 190, 200, 294, 2635])('is false for code %i', (code) => {
    expect(isTransient(answer(400, { code, is_transient: false }))).toBe(false)
  })

  it.each([200, 201, 302, 400, 401, 403, 404])('is false for status %i alone', (status) => {
    expect(isTransient(answer(status))).toBe(false)
  })

  it.each([200, 201, 299])('is false for status %i, whatever its body says', (status) => {
    expect(isTransient(answer(status, { code: 2, is_transient: true }))).toBe(false)
  })

  it.each([300, 302, 400, 404])('goes by the code for status %i', (status) => {
    expect(isTransient(answer(status, { code: 2 }))).toBe(true)
  })

  it.each([null, 'busy', [], { code: '2' }, { is_transient: 'true' }])(
    'is false for an error that is not Meta’s: %j',
    (error) => {
      expect(isTransient(answer(400, error))).toBe(false)
    },
  )
})

import { describe, expect, it } from 'vitest'

import { backoff } from './backoff.ts'

describe('backoff', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
  ])('pauses after attempt %i for %i ms at most and half of that at least', (attempt, longest) => {
    const pauses = Array.from({ length: 1000 }, () => backoff(attempt, 100))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2)
  })

  it('is jittered, so that visitors do not come back together', () => {
    const pauses = Array.from({ length: 1000 }, () => backoff(1, 100))
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(25)
  })
})

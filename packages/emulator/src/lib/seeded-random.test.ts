import { describe, expect, it } from 'vitest'

import { seededRandom } from './seeded-random.ts'

function take(count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

describe('seededRandom()', () => {
  it('repeats its sequence for the same seed only', () => {
    expect(take(20, 7)).toEqual(take(20, 7))
    expect(take(20, 7)).not.toEqual(take(20, 8))
  })

  it('is spread evenly from 0 to below 1', () => {
    const numbers = take(10_000, 1)
    expect(numbers.every((each) => each >= 0 && each < 1)).toBe(true)
    for (const tenth of Array.from({ length: 10 }, (_, index) => index / 10)) {
      const share = numbers.filter((each) => each >= tenth && each < tenth + 0.1).length / 10_000
      expect(share).toBeCloseTo(0.1, 1)
    }
  })
})

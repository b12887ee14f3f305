import { expect, it } from 'vitest'

import { toMonotonic } from './to-monotonic.ts'

it.each<[string, number[], number[]]>([
  ['returns the time since the first call', [1000, 1000, 1250, 3000], [0, 0, 250, 2000]],
  ['continues when the clock is set back', [5000, 6000, 100, 150], [0, 1000, 1000, 1050]],
  ['continues after an invalid time', [100, NaN, 200, 250], [0, 0, 0, 50]],
])('%s', (_, times, expected) => {
  const remaining = [...times]
  const elapsed = toMonotonic(() => remaining.shift()!)
  expect(times.map(() => elapsed())).toEqual(expected)
})

it('does not read the clock before the first call', () => {
  let calls = 0
  toMonotonic(() => calls++)
  expect(calls).toBe(0)
})

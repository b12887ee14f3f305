import { describe, expect, it } from 'vitest'

import { retryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

describe('retryAfter', () => {
  it.each([
    ['2', 2000],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:03 GMT', 3000],
  ])('%j asks for %i ms', (value, ms) => {
    expect(retryAfter(value, NOW)).toBe(ms)
  })

  it.each([null, '', '0', '-1', '1.5', '1e3', 'soon', 'Fri, 20 Nov 2026 11:59:00 GMT'])(
    '%j asks for nothing',
    (value) => {
      expect(retryAfter(value, NOW)).toBe(0)
    },
  )
})

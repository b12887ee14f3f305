import { expect, it } from 'vitest'

import { describeOutcome } from './describe-row.ts'

const OUTCOME = { kind: 'accepted', durationMs: 3, attempts: 1, warnings: [] }

it('says what to change if the proxy dropped unhashed personal data', () => {
  const dropped = [{ key: 'custom_data.email', reason: 'unhashed' }]
  expect(describeOutcome({ ...OUTCOME, dropped })).toEqual({
    tone: 'warn',
    sentence: 'The proxy delivered it in 3 ms (1 attempt).',
    fix: 'What to change: pass personal data as the third argument of track, which hashes it.',
  })
  expect(describeOutcome({ ...OUTCOME, kind: 'bot', dropped })).toHaveProperty('fix')
})

it('says nothing about other dropped fields', () => {
  const dropped = [{ key: 'pixel_id', reason: 'unknown' }]
  expect(describeOutcome({ ...OUTCOME, dropped })).not.toHaveProperty('fix')
  expect(describeOutcome({ ...OUTCOME, dropped }).tone).toBe('ok')
})

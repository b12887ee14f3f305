import { expect, it } from 'vitest'

import { describeFaults } from './faults.ts'

const FAULTS = {
  latency: { probability: 0.5, ms: 2000 },
  networkError: { probability: 1 },
}

it('describes each fault', () => {
  const others = { hang: { probability: 1 }, brokenBody: { probability: 1 } }
  const status = { probability: 1, status: 400, code: 613 }
  expect(describeFaults({ ...FAULTS, ...others, status })).toEqual([
    `responses delayed by ${(2000).toLocaleString()} ms, 50 % of the requests`,
    'no responses',
    'connections reset',
    'status 400 with code 613',
    'broken response bodies',
  ])
})

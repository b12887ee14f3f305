import { expect, it } from 'vitest'

import { runFuzz } from './lib/fuzz/run-fuzz.ts'

it('finds no failure in 2,500 cases, and runs every hostile class', async () => {
  const { failure, classes } = await runFuzz({ runs: 2500, seed: 1 })
  expect(failure).toBeUndefined()
  expect(Object.values(classes)).not.toContain(0)
})

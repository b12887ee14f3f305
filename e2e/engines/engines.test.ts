import { beforeAll, describe, expect, inject, it } from 'vitest'

import type { Visit } from './case.ts'
import { CASES } from './cases.ts'
import { ENGINES } from './engines.ts'
import { runCases } from './run-cases.ts'

for (const engine of ENGINES) {
  const found = inject('engines')[engine.name]!
  const mayBeMissing = !process.env['CI']

  describe.skipIf('missing' in found && mayBeMissing)(`the tracker in ${engine.name}`, () => {
    let run: Promise<Visit[]>

    beforeAll(async () => {
      run =
        'missing' in found
          ? Promise.reject(new Error(found.missing))
          : runCases(engine, found.executable, CASES)
      // What fails here is to fail every test, and not to skip them.
      await run.catch(() => {})
    })

    it.each(CASES)('$name', async (tested) => {
      const visits = (await run).filter((visit) => visit.case === tested)
      expect(visits).toHaveLength(tested.times ?? 1)
      for (const visit of visits) {
        tested.verify(visit)
        expect(visit.errors).toEqual([])
      }
    })
  })
}

import { beforeAll, describe, expect, inject, it } from 'vitest'

import { ENGINES } from './engines.ts'
import { FORM_SCENARIOS } from './form-scenarios.ts'
import { PROGRAM_SCENARIOS } from './program-scenarios.ts'
import { runScenarios } from './run-scenarios.ts'
import { type ScenarioRun, SCENARIOS } from './scenarios.ts'

const ALL = [...SCENARIOS, ...FORM_SCENARIOS, ...PROGRAM_SCENARIOS]

for (const engine of ENGINES) {
  const found = inject('engines')[engine.name]!
  const mayBeMissing = !process.env['CI']

  describe.skipIf('missing' in found && mayBeMissing)(`the tracker in ${engine.name}`, () => {
    let running: Promise<ScenarioRun[]>

    beforeAll(async () => {
      running =
        'missing' in found
          ? Promise.reject(new Error(found.missing))
          : runScenarios(engine, found.executable, ALL)
      // A rejection in this hook would skip the tests. It must fail them.
      await running.catch(() => {})
    })

    it.each(ALL)('$name', async (scenario) => {
      const runs = (await running).filter((run) => run.scenario === scenario)
      expect(runs).toHaveLength(scenario.times ?? 1)
      for (const run of runs) {
        scenario.verify(run)
        expect(run.errors).toEqual([])
      }
    })
  })
}

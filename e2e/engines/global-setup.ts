import type { TestProject } from 'vitest/node'

import { ENGINES } from './engines.ts'
import { findEngines, type FoundEngine } from './find-engines.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** By the engine's name. */
    engines: Record<string, FoundEngine>
  }
}

/** Before all tests, so that an installation takes none of a test's time. */
export default function setUp(project: TestProject): void {
  const found = findEngines(ENGINES)
  const consequence = process.env['CI'] ? 'fail' : 'are skipped'
  for (const engine of Object.values(found)) {
    if ('missing' in engine) console.warn(`${engine.missing} The tests in it ${consequence}.`)
  }
  project.provide('engines', found)
}

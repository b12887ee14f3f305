import type { TestProject } from 'vitest/node'

import { findEngines, type FoundEngine } from './engines.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engines: Record<string, FoundEngine>
  }
}

/** Finds or installs the engines before the tests, so that an installation does not count toward test timeouts. */
export default function setUp(project: TestProject): void {
  const found = findEngines()
  const consequence = process.env['CI'] ? 'fail' : 'are skipped'
  for (const engine of Object.values(found)) {
    if ('missing' in engine) console.warn(`${engine.missing} Its tests ${consequence}.`)
  }
  project.provide('engines', found)
}

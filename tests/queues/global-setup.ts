import type { TestProject } from 'vitest/node'

import { findPostgres, type FoundPostgres } from './lib/find-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: FoundPostgres
  }
}

/** Finds or installs PostgreSQL before the tests, so that an installation does not count as test time. */
export default function setUp(project: TestProject): void {
  const found = findPostgres()
  const consequence = process.env['CI'] ? 'fail' : 'are skipped'
  if ('missing' in found) console.warn(`${found.missing} Its tests ${consequence}.`)
  project.provide('postgres', found)
}

import { globSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// Browsers and processes can fail by chance on a busy machine. CI repeats such a test once, and lists it at the end
// of its output. Property tests must not be repeated: the second run would use other values.
const RETRY = process.env['CI'] ? 1 : 0

export default defineConfig({
  test: {
    // On two cores, vitest starts one worker, but most of these tests wait for browsers and processes.
    maxWorkers: 2,
    // The time limits below only end tests that hang. On a busy machine, some tests take minutes.
    projects: [
      defineTests({
        name: 'unit',
        include: ['{packages,adapters}/*/src/**/*.test.ts', 'docs/src/**/*.test.ts'],
        // Starting a worker for each of about a hundred files takes longer than the tests.
        isolate: false,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      defineTests({
        name: 'browser',
        include: ['e2e/{browser,tracker}/**/*.test.ts'],
        globalSetup: './tests/browsers/global-setup.ts',
        retry: RETRY,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      defineTests({
        name: 'engines',
        include: ['tests/browsers/engines/**/*.test.ts'],
        globalSetup: './tests/browsers/engines/global-setup.ts',
        // One hook runs all scenarios in an engine, with a time limit of its own.
        hookTimeout: 900_000,
      }),
      defineTests({
        name: 'packages',
        include: ['e2e/{packages,repository,commands,recipes,docs,samples}/**/*.test.ts'],
        retry: RETRY,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      defineTests({
        name: 'peers',
        include: ['e2e/{meta,content}/**/*.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
      defineTests({
        name: 'bench',
        include: ['bench/**/*.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    ],
  },
})

interface TestProject {
  name: string
  include: string[]
  globalSetup?: string
  isolate?: boolean
  retry?: number
  testTimeout?: number
  hookTimeout?: number
}

/** Throws if a pattern matches no file. vitest itself only fails if no project has tests. */
function defineTests(test: TestProject): TestProjectInlineConfiguration {
  for (const pattern of test.include) {
    if (globSync(pattern, { cwd: import.meta.dirname }).length > 0) continue
    throw new Error(`The pattern ${pattern} of the test project "${test.name}" matches no file.`)
  }
  // The default timeout of one second is too short on a busy machine.
  return { test: { expect: { poll: { timeout: 60_000 } }, ...test } }
}

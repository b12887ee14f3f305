import { globSync } from 'node:fs'
import { join } from 'node:path'
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
        include: [
          '{packages,adapters,tools}/*/src/**/*.test.ts',
          'tests/conformance/src/**/*.test.ts',
        ],
        // Starting a worker for each of about a hundred files takes longer than the tests.
        isolate: false,
      }),
      defineTests({
        name: 'browsers',
        include: ['tests/browsers/{*,{tracker,live-page,model}/*}.test.ts'],
        globalSetup: './tests/browsers/global-setup.ts',
        retry: RETRY,
      }),
      defineTests({
        name: 'engines',
        include: ['tests/browsers/engines/*.test.ts'],
        globalSetup: './tests/browsers/engines/global-setup.ts',
        // One hook runs all scenarios in an engine, with a time limit of its own.
        hookTimeout: 900_000,
      }),
      defineTests({ name: 'repository', include: ['tests/{repository,docs}/**/*.test.ts'] }),
      defineTests({ name: 'packages', include: ['tests/packages/*.test.ts'], retry: RETRY }),
      defineTests({ name: 'reference', include: ['docs/src/**/*.test.ts'] }),
      defineTests({ name: 'recipes', include: ['tests/recipes/*.test.ts'], retry: RETRY }),
      defineTests({
        name: 'commands',
        include: ['tests/commands/**/*.test.ts'],
        // Each worker imports the command line once.
        isolate: false,
        retry: RETRY,
      }),
      defineTests({ name: 'peers', include: ['tests/peers/**/*.test.ts'] }),
      defineTests({ name: 'bench', include: ['{bench,tests/long-runs}/**/*.test.ts'] }),
      defineTests({
        name: 'validators',
        include: ['tests/validators/**/*.test.ts'],
        // One school has 60,000 pages. Without isolation, its description is read only once per worker.
        isolate: false,
        globalSetup: ['./tests/validators/lib/global-setup.ts', './tests/browsers/global-setup.ts'],
        retry: RETRY,
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      defineTests({
        name: 'docs',
        include: ['docs/tests/*.test.ts'],
        // Builds the site.
        globalSetup: './docs/tests/global-setup.ts',
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      defineTests({
        name: 'hosts',
        include: ['tests/hosts/**/*.test.ts'],
        // Installs about a gigabyte of runtimes.
        globalSetup: './tests/hosts/global-setup.ts',
        retry: RETRY,
        hookTimeout: 600_000,
      }),
      defineTests({
        name: 'frameworks',
        include: ['tests/frameworks/*.test.ts'],
        // Installs about 700 megabytes of frameworks.
        globalSetup: './tests/frameworks/global-setup.ts',
        retry: RETRY,
        hookTimeout: 600_000,
      }),
      defineTests({
        name: 'queues',
        include: ['tests/queues/**/*.test.ts'],
        retry: RETRY,
        testTimeout: 900_000,
      }),
      defineTests({
        name: 'windows',
        include: ['tests/windows/*.test.ts'],
        testTimeout: 900_000,
      }),
    ],
  },
})

interface TestProject {
  name: string
  include: string[]
  globalSetup?: string | string[]
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
  return {
    test: {
      // The default of one second is too short on a busy machine.
      expect: { poll: { timeout: 60_000 } },
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // Processes that the tests start compile the modules that they have in common only once.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
      ...test,
    },
  }
}

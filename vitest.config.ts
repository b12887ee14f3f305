import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Of two cores, vitest would use one; most of these tests wait for browsers and processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,adapters}/*/src/**/*.test.ts'],
          // A worker for each of a hundred files takes longer than their tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/{browser,tracker}/**/*.test.ts'],
          globalSetup: './e2e/browser/global-setup.ts',
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['e2e/engines/**/*.test.ts'],
          globalSetup: './e2e/engines/global-setup.ts',
          // One engine visits everything in one hook.
          hookTimeout: 200_000,
        },
      },
      {
        test: {
          name: 'packages',
          include: ['e2e/{packages,commands,meta,content}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

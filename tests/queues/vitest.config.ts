import { defineConfig } from 'vitest/config'

// Separate from the other tests, because it needs a database and kills processes under load.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    globalSetup: './e2e/queues/global-setup.ts',
    fileParallelism: false,
    // See RETRY in the root vitest.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    // Only end tests that hang.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})

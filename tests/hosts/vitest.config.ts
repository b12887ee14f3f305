import { defineConfig } from 'vitest/config'

// Separate from the other tests, because it installs about a gigabyte of runtimes first.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    globalSetup: './e2e/hosts/global-setup.ts',
    // One host at a time, because the tests of timeouts fail on an overloaded machine.
    fileParallelism: false,
    // See RETRY in the root vitest.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    // Only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})

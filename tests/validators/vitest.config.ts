import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'validators',
    include: ['**/*.test.ts'],
    // One school has 60,000 pages. Without isolation, its description is read only once per worker.
    isolate: false,
    globalSetup: ['./lib/global-setup.ts', '../browsers/global-setup.ts'],
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // See RETRY in the root vitest.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    // Only end tests that hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'docs',
    include: ['tests/**/*.test.ts'],
    globalSetup: './tests/global-setup.ts',
    maxWorkers: 2,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Only end tests that hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})

import { defineConfig } from 'vitest/config'

// Apart from the workspace's tests: it installs the hosts' own runtimes first, a gigabyte of them.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    globalSetup: './e2e/hosts/global-setup.ts',
    // One host at a time: under load the rules about time would be about this machine.
    fileParallelism: false,
    // Only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})

import { defineConfig } from 'vitest/config'

// Apart from the workspace's tests: it installs the hosts' own runtimes first, a gigabyte of them.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    globalSetup: './e2e/hosts/global-setup.ts',
    // One host at a time: under load the rules about time would be about this machine.
    fileParallelism: false,
    // Starting some of these takes a while, and they answer the first request late.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})

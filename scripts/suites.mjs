/** What can be tested, each with its commands; the last one is vitest, whose report is kept. */
export const SUITES = {
  test: [
    ['pnpm', 'install', '--frozen-lockfile'],
    ['pnpm', 'lint'],
    ['pnpm', 'build'],
    ['pnpm', 'typecheck'],
    ['pnpm', 'size'],
    ['pnpm', 'exec', 'vitest', 'run'],
  ],
  validators: [
    ['pnpm', 'install', '--frozen-lockfile'],
    ['pnpm', '--filter', 'validators', 'exec', 'vitest', 'run'],
  ],
  hosts: [
    ['pnpm', 'install', '--frozen-lockfile'],
    ['pnpm', 'build'],
    ['pnpm', 'exec', 'vitest', 'run', '--config', 'e2e/hosts/vitest.config.ts'],
  ],
}

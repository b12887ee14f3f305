// The test suites. `npm run test:<suite>` runs one, `.ci/run` runs those that
// `node tools/suites.mjs` prints.
import { fileURLToPath } from 'node:url'

/** The folder with a report of each suite, for `total.mjs`. */
export const REPORTS = fileURLToPath(new URL('../.reports', import.meta.url))

const INSTALL = ['pnpm', 'install', '--frozen-lockfile']
const TURBO = ['pnpm', 'exec', 'turbo', 'run']
const BUILD = [...TURBO, 'build']
/** For tests that mostly wait for processes. */
const THREE_WORKERS = '--maxWorkers=3'

/**
 * The commands of each suite. The last command is vitest.
 *
 * @type {Record<string, { inCi?: true, commands: string[][] }>}
 */
export const SUITES = {
  test: {
    inCi: true,
    commands: [
      INSTALL,
      // At the same time, and only what has changed since the last run.
      [...TURBO, 'build', 'lint', 'typecheck', 'typecheck:root', 'size'],
      vitest('unit', 'repository', 'commands'),
    ],
  },
  browsers: { inCi: true, commands: [INSTALL, vitest('browsers', 'engines')] },
  validators: { inCi: true, commands: [INSTALL, vitest('validators', 'peers')] },
  // The global setup of the tests builds the site.
  docs: { inCi: true, commands: [INSTALL, vitest('docs', 'reference', 'recipes')] },
  hosts: { inCi: true, commands: [INSTALL, BUILD, [...vitest('hosts', 'bench'), THREE_WORKERS]] },
  frameworks: {
    inCi: true,
    commands: [INSTALL, ['pnpm', 'build:packages'], vitest('packages', 'frameworks')],
  },
  queues: { inCi: true, commands: [INSTALL, [...vitest('queues'), THREE_WORKERS]] },
  windows: { commands: [INSTALL, ['pnpm', 'build:packages'], vitest('windows')] },
  // The parts of `test` for other systems than Linux.
  unit: { commands: [INSTALL, vitest('unit')] },
  desktop: {
    commands: [
      INSTALL,
      ['pnpm', 'build:packages'],
      vitest('browsers', 'repository', 'packages', 'recipes', 'commands'),
    ],
  },
  // Changes tests/hosts/runtimes and tests/frameworks/apps: commit them to pin these versions, or revert them.
  'newest-hosts': {
    commands: [
      INSTALL,
      BUILD,
      ['pnpm', '--dir', 'tests/hosts/runtimes', 'update', '--latest'],
      ['pnpm', '--dir', 'tests/frameworks/apps', 'update', '--latest'],
      vitest('hosts', 'frameworks'),
    ],
  },
}

export const CI_SUITES = Object.keys(SUITES).filter((name) => SUITES[name].inCi)

function vitest(...projects) {
  const names = projects.flatMap((project) => ['--project', project])
  return ['pnpm', 'exec', 'vitest', 'run', ...names]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(CI_SUITES.join(' '))
}

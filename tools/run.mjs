// Runs a task with the pinned versions of Node and pnpm: `node tools/run.mjs <task>`.
import { existsSync } from 'node:fs'

import { runAll } from './toolchain.mjs'

/**
 * What the example needs. The root provides core for the tracker's source: its package contains core and depends on
 * nothing. CI has verified the lockfile, which would take as long as the download. An installation of all packages stays
 * complete.
 */
const EXAMPLE = [
  'pnpm',
  'install',
  '--frozen-lockfile',
  '--filter',
  'example-school-site...',
].concat(existsSync('node_modules/vitest') ? [] : ['--prod', '--trust-lockfile', '--filter', '.'])

const TASKS = {
  // No build step: Node runs the TypeScript sources.
  start: [EXAMPLE, ['node', 'packages/cli/src/bin.ts', 'dev', 'examples/school-site']],
  packages: [
    ['pnpm', 'install', '--frozen-lockfile', '--silent'],
    ['pnpm', '--silent', 'build:packages', '--output-logs=errors-only'],
    ['node', 'tools/release/scripts/packages.ts', 'packed'],
  ],
  docs: [
    ['pnpm', 'install', '--frozen-lockfile', '--silent'],
    ['pnpm', '--filter', 'docs', 'run', 'docs'],
  ],
}

const [task] = process.argv.slice(2)
if (task !== 'docs') console.log('Installing the packages. The first time takes a minute …')
process.exitCode = await runAll(TASKS[task])

// Runs a task with the pinned versions of Node and pnpm: `node tools/run.mjs <task>`.
import { runAll } from './toolchain.mjs'

const TASKS = {
  // No build step: Node runs the TypeScript sources.
  start: [
    ['pnpm', 'install', '--frozen-lockfile', '--filter', 'example-school-site...'],
    ['node', 'packages/cli/src/bin.ts', 'dev', 'examples/school-site'],
  ],
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

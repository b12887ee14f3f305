// Runs a test suite and prints its result: `node tools/test.mjs [suite]`.
import { countTests, createReportPath, formatCounts, saveExitCode } from './reports.mjs'
import { runAll } from './toolchain.mjs'

const INSTALL = ['pnpm', 'install', '--frozen-lockfile']
const HOSTS = ['pnpm', 'exec', 'vitest', 'run', '--config', 'tests/hosts/vitest.config.ts']

/** The commands of each suite. The last command is vitest, which also writes a JSON report. */
const SUITES = {
  test: [
    INSTALL,
    ['pnpm', 'lint'],
    ['pnpm', 'build'],
    ['pnpm', 'typecheck'],
    ['pnpm', 'size'],
    ['pnpm', 'exec', 'vitest', 'run', '--project', '!browser', '--project', '!engines'],
  ],
  browsers: [
    INSTALL,
    ['pnpm', 'exec', 'vitest', 'run', '--project', 'browser', '--project', 'engines'],
  ],
  // The parts of `test` for other systems than Linux.
  unit: [INSTALL, ['pnpm', 'exec', 'vitest', 'run', '--project', 'unit']],
  desktop: [
    INSTALL,
    ['pnpm', 'build:packages'],
    ['pnpm', 'exec', 'vitest', 'run', '--project', 'browser', '--project', 'packages'],
  ],
  // The global setup of the tests builds the site.
  docs: [INSTALL, ['pnpm', '--filter', 'docs', 'exec', 'vitest', 'run']],
  validators: [INSTALL, ['pnpm', '--filter', 'validators', 'exec', 'vitest', 'run']],
  hosts: [INSTALL, ['pnpm', 'build'], HOSTS],
  // Changes tests/hosts/runtimes: commit it to pin these versions, or revert it.
  'newest-hosts': [
    INSTALL,
    ['pnpm', 'build'],
    ['pnpm', '--dir', 'tests/hosts/runtimes', 'update', '--latest'],
    HOSTS,
  ],
  queues: [INSTALL, ['pnpm', 'exec', 'vitest', 'run', '--config', 'tests/queues/vitest.config.ts']],
}

const [suite = 'test'] = process.argv.slice(2)
const commands = SUITES[suite]
if (!commands) {
  console.error(`There is no suite "${suite}". The suites are ${Object.keys(SUITES).join(', ')}.`)
  process.exit(1)
}
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${createReportPath(suite)}`,
]

process.exitCode = await runAll([...commands.slice(0, -1), [...commands.at(-1), ...reporters]])
saveExitCode(suite, process.exitCode)
const counts = countTests([suite])
// Also if the report is missing although the tests passed.
if (counts.failed > 0) process.exitCode ||= 1
console.log(`\n${suite}: ${formatCounts(counts)}`)

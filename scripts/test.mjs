import { readFileSync, rmSync } from 'node:fs'

import { runAll } from './toolchain.mjs'

const REPORT = '.reports/vitest.json'

rmSync(REPORT, { force: true })
process.exitCode = await runAll([
  ['pnpm', 'install', '--frozen-lockfile'],
  ['pnpm', 'lint'],
  ['pnpm', 'build'],
  ['pnpm', 'typecheck'],
  ['pnpm', 'size'],
  [
    'pnpm',
    'exec',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${REPORT}`,
  ],
])
printSummary()

/** The closing line, from vitest's own report. A file that failed before its tests ran counts as one. */
function printSummary() {
  const report = readReport()
  if (!report) return console.log('\nThe tests did not run.')
  const unrun = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests + unrun.length} failed`)
}

function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'))
  } catch {
    return undefined
  }
}

// Prints the repeated and the failed tests of all suites and the sum. Fails if a test or a suite failed:
// `node tools/total.mjs [failed suite]…`.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { REPORTS } from './suites.mjs'
import { runAll } from './toolchain.mjs'

const failedSuites = process.argv.slice(2)
if (failedSuites.length > 0) console.log(`\nFAILED SUITES ${failedSuites.join(', ')}`)

process.env.FAILED_SUITES = `${failedSuites.length}`
const reporter = fileURLToPath(new URL('total-reporter.mjs', import.meta.url))
const vitest = ['node', 'node_modules/vitest/vitest.mjs']
if (existsSync(REPORTS) && readdirSync(REPORTS).length > 0) {
  const code = await runAll([[...vitest, `--merge-reports=${REPORTS}`, `--reporter=${reporter}`]])
  process.exitCode = code
} else {
  console.log(`\n0 passed, ${Math.max(failedSuites.length, 1)} failed`)
  process.exitCode = 1
}

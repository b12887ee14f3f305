// Runs a test suite and prints its result: `node tools/test.mjs [suite]`.
import { countTests, createReportPath, formatCounts, saveExitCode } from './reports.mjs'
import { SUITES } from './suites.mjs'
import { runAll } from './toolchain.mjs'

const [suite = 'test'] = process.argv.slice(2)
if (!SUITES[suite]) {
  console.error(`There is no suite "${suite}". The suites are ${Object.keys(SUITES).join(', ')}.`)
  process.exit(1)
}
const { commands } = SUITES[suite]
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

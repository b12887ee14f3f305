// Prints the repeated and the failed tests of several suites and the sum, and fails if one failed:
// `node tools/total.mjs <suite>…`.
import { countTests, describeFailures, describeRetries, formatCounts } from './reports.mjs'

const suites = process.argv.slice(2)
const counts = countTests(suites)
for (const retry of describeRetries(suites)) console.log(`\nPASSED WHEN REPEATED ${retry}`)
for (const failure of describeFailures(suites)) console.log(`\nFAILED ${failure}`)
console.log(`\n${formatCounts(counts)}`)
if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1

// Prints the failed tests of several suites and the sum, and fails if one failed: `node scripts/total.mjs <suite>…`.
import { countTests, describeFailures, formatCounts } from './reports.mjs'

const suites = process.argv.slice(2)
const counts = countTests(suites)
for (const failure of describeFailures(suites)) console.log(`\nFAILED ${failure}`)
console.log(`\n${formatCounts(counts)}`)
if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1

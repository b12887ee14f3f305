// Prints the sum of several suites, and fails if one failed: `node scripts/total.mjs <suite>…`.
import { countTests, formatCounts } from './reports.mjs'

const counts = countTests(process.argv.slice(2))
console.log(`\n${formatCounts(counts)}`)
if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1

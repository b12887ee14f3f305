// Prints the sum of several suites: `node scripts/total.mjs <suite>…`.
import { summarize } from './reports.mjs'

console.log(`\n${summarize(process.argv.slice(2))}`)

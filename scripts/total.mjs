import { summarize } from './reports.mjs'

// The closing line of a run of several suites.
console.log(`\n${summarize(process.argv.slice(2))}`)

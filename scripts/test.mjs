import { newReport, summarize } from './reports.mjs'
import { SUITES } from './suites.mjs'
import { runAll } from './toolchain.mjs'

// `npm test` runs the workspace's own tests; `npm run test:validators` another suite, by name.
const [suite = 'test'] = process.argv.slice(2)
const commands = SUITES[suite]
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${newReport(suite)}`]

process.exitCode = await runAll([...commands.slice(0, -1), [...commands.at(-1), ...reporters]])
console.log(`\n${suite}: ${summarize([suite])}`)

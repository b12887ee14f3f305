// Runs a test suite: `node tools/test.mjs [suite]`.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { REPORTS, SUITES } from './suites.mjs'
import { runAll } from './toolchain.mjs'

const [suite = 'test'] = process.argv.slice(2)
if (!SUITES[suite]) {
  console.error(`There is no suite "${suite}". The suites are ${Object.keys(SUITES).join(', ')}.`)
  process.exit(1)
}
const { commands } = SUITES[suite]
const report = join(REPORTS, `${suite}.json`)
rmSync(report, { force: true })
const reporters = ['--reporter=default', '--reporter=blob', `--outputFile.blob=${report}`]

process.exitCode = await runAll([...commands.slice(0, -1), [...commands.at(-1), ...reporters]])
if (process.exitCode === 0 && !existsSync(report)) {
  console.error(`The suite "${suite}" wrote no report.`)
  process.exitCode = 1
}

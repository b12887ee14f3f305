/**
 * 1,000,000 hostile requests to the proxy, from hosts and to platforms that are as hostile. Ends with exit
 * code 1 and the smallest case found when any breaks a promise.
 *
 *     pnpm fuzz [--runs 1000000] [--seed <number>] [--path <as printed>]
 */
import { parseArgs } from 'node:util'

import { runFuzz } from './lib/fuzz/run-fuzz.ts'
import { wholeNumber } from './lib/whole-number.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
  },
})
const runs = wholeNumber('runs', values.runs)
const seed = wholeNumber('seed', values.seed)

console.log(`${runs} cases, seed ${seed}`)
const started = performance.now()
const failure = await runFuzz({ runs, seed, path: values.path, onRun: printProgress })
if (failure) {
  console.error(`FAILED: ${failure}`)
  process.exitCode = 1
} else {
  console.log(`No promise broken. ${throughput(runs)}`)
}

function printProgress(run: number): void {
  if (run % 100_000 === 0) process.stdout.write(`${throughput(run)}\n`)
}

function throughput(run: number): string {
  const seconds = (performance.now() - started) / 1000
  return `${run} cases in ${seconds.toFixed(1)} s, ${Math.round(run / seconds)} a second`
}

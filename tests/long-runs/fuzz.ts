/**
 * Sends 1,000,000 hostile requests through the proxy, with hostile hosts and upstreams. Prints the number of cases of
 * each hostile class, and the smallest failing case, if any. Exits with code 1 if a case failed or a class had none.
 *
 *     pnpm fuzz [--runs 1000000] [--seed <number>] [--path <as printed>]
 */
import { parseArgs } from 'node:util'

import { runFuzz } from './lib/fuzz/run-fuzz.ts'
import { parseIntegerOption } from './lib/integer-option.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
  },
})
const runs = parseIntegerOption('runs', values.runs)
const seed = parseIntegerOption('seed', values.seed)

console.log(`${runs} cases, seed ${seed}`)
const startedAt = performance.now()
const { failure, classes } = await runFuzz({
  runs,
  seed,
  path: values.path,
  onRun: printProgress,
})
console.table(classes)
const missing = Object.keys(classes).filter((name) => classes[name] === 0)
if (failure) {
  console.error(`FAILED: ${failure}`)
  process.exitCode = 1
} else if (missing.length > 0 && !values.path) {
  console.error(`FAILED: No case had ${missing.join(', ')}. Increase --runs.`)
  process.exitCode = 1
} else {
  console.log(`All cases passed. ${throughput(runs)}`)
}

function printProgress(run: number): void {
  if (run % 100_000 === 0) process.stdout.write(`${throughput(run)}\n`)
}

function throughput(run: number): string {
  const seconds = (performance.now() - startedAt) / 1000
  return `${run} cases in ${seconds.toFixed(1)} s, ${Math.round(run / seconds)} per second`
}

/**
 * Measures the project and its peers and prints the results. With `--write`, also writes them to RESULTS.md.
 *
 *     pnpm bench [part …] [--quick] [--write]
 */
import { type BenchArgs, parseBenchArgs, PARTS } from './lib/bench-args.ts'
import { describeMeasurement } from './report/measurement.ts'
import { renderSection, renderTargets } from './report/render.ts'
import { type Results, writeResults } from './report/write-results.ts'

const { parts, write } = parseArgsOrExit()
const results: Results = {}
for (const { name, effort } of parts) {
  console.error(`\n${name}: ${PARTS[name].summary}`)
  const measurement = describeMeasurement()
  const section = { ...measurement, ...(await PARTS[name].run(effort)) }
  results[name] = section
  console.log(`\n${renderSection(section)}\n\n${renderTargets(section.targets)}`)
  // After each part, so that a later failure loses nothing.
  if (write) await writeResults(results, Object.keys(PARTS))
}

function parseArgsOrExit(): BenchArgs {
  try {
    return parseBenchArgs(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

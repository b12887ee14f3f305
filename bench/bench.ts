/**
 * Measures the project and its peers and prints the results. With `--write`, also writes them to RESULTS.md.
 *
 *     pnpm bench [part …] [--quick] [--write]
 */
import { parseArgs } from 'node:util'

import { cold } from './functions/cold.ts'
import { http } from './http/http.ts'
import type { Part } from './lib/part.ts'
import {
  describeMeasurement,
  packageVersions,
  renderSection,
  renderTargets,
  type Results,
  writeResults,
} from './lib/results.ts'
import { site } from './site/site.ts'

const PARTS: Record<string, Part> = { http, site, cold }

const { positionals, values } = parseArgs({
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
})
const names = Object.keys(PARTS)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown) throw new Error(`Part "${unknown}" is unknown. The parts are ${names.join(', ')}.`)

const results: Results = {}
for (const name of positionals.length > 0 ? positionals : names) {
  const { title, summary, peers, full, quick, run } = PARTS[name]!
  console.error(`\n${name}: ${summary}`)
  const measurement = describeMeasurement()
  const effort = { rounds: 0, seconds: 0, ...(values.quick ? quick : full) }
  const versions = packageVersions(peers)
  const section = { title, ...measurement, versions, ...(await run(effort)) }
  results[name] = section
  console.log(`\n${renderSection(section)}\n\n${renderTargets(section.targets)}`)
  // After each part, so that a later failure loses nothing.
  if (values.write) await writeResults(results, names)
}

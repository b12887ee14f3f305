/**
 * A cold start's share that is ours: the import and the size of a deployed function, beside Meta's own
 * library for servers. Fails when ours is not 8 times as fast and 20 times as small.
 *
 *     pnpm build && pnpm bench:cold [--rounds 25]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { markdownTable } from '../tracker/lib/markdown-table.ts'
import { measure, type Size } from '../tracker/lib/measure.ts'
import { bundleFunction } from './lib/bundle-function.ts'
import { fetchSdk } from './lib/fetch-sdk.ts'
import { OUR_FUNCTIONS } from './lib/our-functions.ts'
import { timeImport } from './lib/time-import.ts'

const SDK = { name: 'facebook-nodejs-business-sdk', version: '24.0.1' }
const FASTER = 8
const SMALLER = 20

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } })
const rounds = Number(values.rounds)
if (!(rounds >= 5)) throw new TypeError('--rounds must be a number of at least 5')

const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-cold-'))
try {
  const { host, source } = OUR_FUNCTIONS[0]!
  const ours = await write(
    'ours.mjs',
    `conversion-capi on ${host}`,
    await bundleFunction(host, source),
  )
  const sdk = await fetchSdk(SDK.name, SDK.version, folder)
  const theirs = await write('theirs.cjs', `${SDK.name} ${SDK.version}`, sdk)
  const installed: Candidate = {
    name: `${SDK.name}, not bundled`,
    url: pathToFileURL(createRequire(join(folder, 'package.json')).resolve(SDK.name)).href,
    times: [],
  }
  const nothing: Candidate = { name: 'an empty module', url: 'data:text/javascript,', times: [] }

  const all = [nothing, ours, theirs, installed]
  for (const each of all) await timeImport(each.url)
  for (let round = 0; round < rounds; round++)
    for (const each of all) each.times.push(await timeImport(each.url))

  const faster = median(theirs.times) / median(ours.times)
  const smaller = theirs.size.brotli / ours.size.brotli
  const [model] = cpus().map((cpu) => cpu.model)
  console.log(`
${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds

${markdownTable(
  ['Import', 'median ms', 'fastest', 'slowest', 'minified', 'brotli'],
  all.map((each) => [
    each.name,
    ...[median(each.times), Math.min(...each.times), Math.max(...each.times)].map(milliseconds),
    each.size?.minified ?? '',
    each.size?.brotli ?? '',
  ]),
)}

Ours is ${faster.toFixed(1)} times as fast and ${smaller.toFixed(1)} times as small.`)
  if (faster < FASTER || smaller < SMALLER) {
    console.error(`It must be ${FASTER} times as fast and ${SMALLER} times as small.`)
    process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

interface Candidate {
  name: string
  url: string
  /** Milliseconds. */
  times: number[]
  size?: Size
}

async function write(
  file: string,
  name: string,
  code: string,
): Promise<Candidate & { size: Size }> {
  const path = join(folder, file)
  await writeFile(path, code)
  return { name, url: pathToFileURL(path).href, times: [], size: measure(code) }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function milliseconds(number: number): string {
  return number.toFixed(1)
}

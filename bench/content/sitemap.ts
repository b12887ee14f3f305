/**
 * How long it takes to write large sitemaps, and how much memory: ours, and beside it the package `sitemap`.
 * And how long all files of the example school take. Ends with exit code 1 when ours is not at least twice as
 * fast, takes more memory, or the files of the school take 50 ms.
 *
 *     pnpm bench:content [--rounds 7]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

import { markdownTable } from '../tracker/lib/markdown-table.ts'
import { buildPrograms } from './lib/build-programs.ts'
import { readUrls } from './lib/read-urls.ts'
import { runWriter } from './lib/run-writer.ts'
import type { Size } from './lib/size.ts'
import { type Spread, spread } from './lib/spread.ts'
import type { Writing } from './lib/writing.ts'

const SIZES: Size[] = [
  ...[10_000, 50_000, 100_000, 250_000, 500_000].map((urls) => ({ urls, hasVariants: false })),
  ...[10_000, 50_000, 500_000].map((urls) => ({ urls, hasVariants: true })),
]
const WRITERS = ['write-ours', 'write-theirs'] as const

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(values.rounds)
if (!(rounds >= 1)) throw new TypeError('--rounds must be a number of at least 1')

const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-programs-'))
try {
  const programs = await buildPrograms(folder)
  const runs = SIZES.map((size) => ({
    size,
    'write-ours': [] as Writing[],
    'write-theirs': [] as Writing[],
  }))

  for (const size of SIZES) {
    const ours = await runWriter(programs['write-ours'], size, readUrls)
    const theirs = await runWriter(programs['write-theirs'], size, readUrls)
    if (ours.read !== theirs.read) throw new Error(`The sitemaps of ${name(size)} differ`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      // Who goes first alternates.
      for (const writer of round % 2 === 0 ? WRITERS : WRITERS.toReversed()) {
        run[writer].push(await runWriter(programs[writer], run.size))
      }
    }
  }
  const { stdout } = await promisify(execFile)(process.execPath, [programs['time-resources']])
  const [first, ...later] = JSON.parse(stdout) as [number, ...number[]]

  const results = runs.map(({ size, 'write-ours': ours, 'write-theirs': theirs }) => ({
    size,
    ours: spread(ours.map(({ ms }) => ms)),
    theirs: spread(theirs.map(({ ms }) => ms)),
    oursMemory: spread(ours.map(({ mebibytes }) => mebibytes)),
    theirsMemory: spread(theirs.map(({ mebibytes }) => mebibytes)),
  }))
  const files = spread(later)
  console.log(`
${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus()[0]!.model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}; ${rounds} rounds

${markdownTable(
  [
    'Addresses',
    'ours, ms',
    '`sitemap`, ms',
    'times as fast',
    'ours, µs each',
    'ours, MiB',
    '`sitemap`, MiB',
  ],
  results.map(({ size, ours, theirs, oursMemory, theirsMemory }) => [
    name(size),
    range(ours),
    range(theirs),
    (theirs.median / ours.median).toFixed(1),
    ((ours.median / size.urls) * 1000).toFixed(1),
    whole(oursMemory.median),
    whole(theirsMemory.median),
  ]),
)}

All files of the example school: ${first.toFixed(1)} ms the first time in a process, then ${files.median.toFixed(1)} [${files.least.toFixed(1)}–${files.most.toFixed(1)}] ms`)

  const { ours, theirs, oursMemory, theirsMemory } = results.find(
    ({ size }) => size.urls === 500_000 && !size.hasVariants,
  )!
  if (2 * ours.median > theirs.median) fail('Ours is not twice as fast')
  if (oursMemory.median > theirsMemory.median) fail('Ours takes more memory')
  if (files.median >= 50) fail('The files of the example school take 50 ms or more')
} finally {
  await rm(folder, { recursive: true })
}

function name({ urls, hasVariants }: Size): string {
  return `${whole(urls)}${hasVariants ? ', 3 hreflang each' : ''}`
}

function range({ least, median, most }: Spread): string {
  return `${whole(median)} [${whole(least)}–${whole(most)}]`
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en')
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

/**
 * Measures how long `renderSitemap` and the package `sitemap` take to write large sitemaps, and how much memory they
 * use, and how long `renderResources` takes for the example school.
 *
 * Exits with code 1 if, for 50,000 URLs, `renderSitemap` is not twice as fast or uses more than 1.25 times the memory,
 * or if the files of the example school take 50 ms.
 *
 *     pnpm bench:content [--rounds 7]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

import { markdownTable } from '../report/markdown-table.ts'
import { buildPrograms } from './lib/build-programs.ts'
import { readUrls } from './lib/read-urls.ts'
import { runWriter } from './lib/run-writer.ts'
import type { Size } from './lib/size.ts'
import { type Spread, spread } from '../report/spread.ts'
import type { Writing } from './lib/writing.ts'

const SIZES: Size[] = [
  ...[10_000, 50_000, 100_000, 250_000, 500_000].map((urls) => ({ urls, hasVariants: false })),
  ...[10_000, 50_000, 500_000].map((urls) => ({ urls, hasVariants: true })),
]
const WRITERS = ['write-ours', 'write-theirs'] as const

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(values.rounds)
if (!(rounds >= 1)) throw new TypeError('--rounds must be a positive number.')

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
    if (ours.read !== theirs.read) throw new Error(`The sitemaps of ${name(size)} URLs differ.`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      // Alternate which writer goes first.
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
    'URLs',
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
    ({ size }) => size.urls === 50_000 && !size.hasVariants,
  )!
  if (2 * ours.median > theirs.median)
    fail('renderSitemap is not twice as fast as the package sitemap.')
  if (oursMemory.median > 1.25 * theirsMemory.median) fail('renderSitemap uses too much memory.')
  if (files.median >= 50) fail('The files of the example school take 50 ms or more.')
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

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

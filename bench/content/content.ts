import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { markdownTable } from '../report/markdown-table.ts'
import { packageVersions } from '../report/package-versions.ts'
import type { Part, Section } from '../report/part.ts'
import {
  formatNumber,
  formatSpread,
  type Spread,
  spread,
  spreadOfRatios,
} from '../report/spread.ts'
import { buildPrograms } from './lib/build-programs.ts'
import { readUrls } from './lib/read-urls.ts'
import { runWriter } from './lib/run-writer.ts'
import type { Size } from './lib/size.ts'
import type { Writing } from './lib/writing.ts'

/** The time and the memory of `renderSitemap` beside the package `sitemap`, and the time of `renderResources`. */
export const content: Part = {
  summary:
    'time and memory of large sitemaps, beside the package sitemap, and time of a school’s files',
  full: { rounds: 7 },
  quick: { rounds: 1 },
  run,
}

const SIZES: Size[] = [
  ...[10_000, 50_000, 100_000, 250_000, 500_000].map((urls) => ({ urls, hasVariants: false })),
  ...[10_000, 50_000, 500_000].map((urls) => ({ urls, hasVariants: true })),
]
const WRITERS = ['write-ours', 'write-theirs'] as const

async function run({ rounds }: { rounds: number }): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-programs-'))
  try {
    const programs = await buildPrograms(folder)
    await compareSitemaps(programs)
    const runs = await measureWriters(programs, rounds)
    const { stdout } = await promisify(execFile)(process.execPath, [programs['time-resources']])
    return toSection(runs, JSON.parse(stdout) as number[], rounds)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Programs = Awaited<ReturnType<typeof buildPrograms>>

/** @throws {Error} If the two writers do not write the same URLs. */
async function compareSitemaps(programs: Programs): Promise<void> {
  for (const size of SIZES) {
    const ours = await runWriter(programs['write-ours'], size, readUrls)
    const theirs = await runWriter(programs['write-theirs'], size, readUrls)
    if (ours.read !== theirs.read) throw new Error(`The sitemaps of ${nameOf(size)} URLs differ.`)
  }
}

type Run = { size: Size } & Record<(typeof WRITERS)[number], Writing[]>

async function measureWriters(programs: Programs, rounds: number): Promise<Run[]> {
  const runs: Run[] = SIZES.map((size) => ({ size, 'write-ours': [], 'write-theirs': [] }))
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      // Alternate which writer goes first.
      for (const writer of round % 2 === 0 ? WRITERS : WRITERS.toReversed()) {
        run[writer].push(await runWriter(programs[writer], run.size))
      }
    }
  }
  return runs
}

function toSection(runs: Run[], [first, ...later]: number[], rounds: number): Section {
  const results = runs.map(({ size, 'write-ours': ours, 'write-theirs': theirs }) => ({
    size,
    ours: spread(ours.map(({ ms }) => ms)),
    theirs: spread(theirs.map(({ ms }) => ms)),
    speedup: spreadOfRatios(
      theirs.map(({ ms }) => ms),
      ours.map(({ ms }) => ms),
    ),
    oursMemory: spread(ours.map(({ mebibytes }) => mebibytes)),
    theirsMemory: spread(theirs.map(({ mebibytes }) => mebibytes)),
  }))
  const files = spread(later)
  const { speedup, oursMemory, theirsMemory } = results.find(
    ({ size }) => size.urls === 50_000 && !size.hasVariants,
  )!
  const memoryRatio = oursMemory.median / theirsMemory.median
  return {
    title: 'Generated files',
    effort: `${rounds} rounds`,
    versions: packageVersions(['sitemap']),
    blocks: [
      markdownTable(
        [
          'URLs',
          'ours, ms',
          '`sitemap`, ms',
          'times as fast',
          'ours, µs each',
          'ours, MiB',
          '`sitemap`, MiB',
        ],
        results.map(({ size, ours, theirs, speedup, oursMemory, theirsMemory }) => [
          nameOf(size),
          formatSpread(ours),
          formatSpread(theirs),
          formatSpread(speedup, 1),
          formatNumber((ours.median / size.urls) * 1000, 1),
          formatNumber(oursMemory.median),
          formatNumber(theirsMemory.median),
        ]),
      ),
      {
        file: 'content',
        title: 'Time to write a sitemap of 50,000 URLs',
        unit: 'ms',
        digits: 0,
        bars: sitemapBars(results),
      },
      `All files of the example school: ${first!.toFixed(1)} ms the first time in a process, then ${formatSpread(files, 1)} ms.`,
    ],
    targets: [
      {
        subject: 'Sitemap of 50,000 URLs, beside the package `sitemap`',
        goal: 'at least twice as fast',
        measured: `${formatSpread(speedup, 1)} ×`,
        isMet: speedup.median >= 2,
      },
      {
        subject: 'Memory for that sitemap',
        goal: 'at most 1.25 ×',
        measured: `${memoryRatio.toFixed(2)} ×`,
        isMet: memoryRatio <= 1.25,
      },
      {
        subject: 'All files of the example school',
        goal: 'less than 50 ms',
        measured: `${formatSpread(files, 1)} ms`,
        isMet: files.median < 50,
      },
    ],
  }
}

function sitemapBars(results: { size: Size; ours: Spread; theirs: Spread }[]) {
  return results
    .filter(({ size }) => size.urls === 50_000)
    .flatMap(({ size, ours, theirs }) => [
      { label: `conversion-capi, ${nameOf(size)}`, isOurs: true, value: ours },
      { label: `sitemap, ${nameOf(size)}`, isOurs: false, value: theirs },
    ])
}

function nameOf({ urls, hasVariants }: Size): string {
  return `${formatNumber(urls)}${hasVariants ? ', 3 hreflang each' : ''}`
}

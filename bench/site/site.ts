import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { withFolder } from '@conversion-capi/test-support'
import { HOSTS } from 'conversion-capi'

import type { Part, Section } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber } from '../report/spread.ts'
import { writeSite } from './write-site.ts'

/** What the commands cost for a site of many pages, beside parsing its pages once with the same parser. */
export const site: Part = {
  summary: 'check, build and dev for a site of many pages',
  full: { rounds: 3 },
  quick: { rounds: 1 },
  run,
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
const MEBIBYTE = 2 ** 20
const PAGES = 1560

async function run({ rounds }: { rounds: number }): Promise<Section> {
  const [once, check, dev] = await withSite(PAGES, async (dir) => [
    await fastest(rounds, 'parse', dir),
    await fastest(rounds, 'check', dir),
    await fastest(1, 'dev', dir),
  ])
  const twice = await withSite(2 * PAGES, (dir) => fastest(rounds, 'check', dir))
  const builds: Measured[][] = []
  for (const pages of [92, PAGES, 5000]) {
    builds.push(
      await withSite(pages, async (dir) => {
        const measured: Measured[] = []
        for (const host of HOSTS) measured.push(await fastest(1, host, dir))
        return measured
      }),
    )
  }
  const row = (name: string, { cpuMs, maxBytes }: Measured): string[] => [
    name,
    formatNumber(cpuMs / 1000, 1),
    formatNumber(maxBytes / MEBIBYTE),
  ]
  const ratio = check!.cpuMs / once!.cpuMs
  const growth = twice.cpuMs / check!.cpuMs
  return {
    title: 'A site of many pages',
    effort: `the fastest of ${rounds} new processes`,
    versions: [],
    blocks: [
      markdownTable(
        [`${formatNumber(PAGES)} pages`, 's of CPU', 'memory, MiB'],
        [
          row('parse each page once', once!),
          row('`check`', check!),
          row('`check`, twice the pages', twice),
        ],
      ),
      markdownTable(
        ['`build`: s of CPU', '92 pages', `${formatNumber(PAGES)} pages`, '5,000 pages'],
        HOSTS.map((host, index) => [
          host,
          ...builds.map((measured) => formatNumber(measured[index]!.cpuMs / 1000, 1)),
        ]),
      ),
    ],
    targets: [
      target('`check`, compared with parsing each page once', 'at most 6 ×', ratio, 6, '×'),
      target('`check` of twice the pages', 'at most 2.2 ×', growth, 2.2, '×'),
      target('Memory of `check`', 'at most 400 MiB', check!.maxBytes / MEBIBYTE, 400, 'MiB'),
      target('`dev` serves the first page', 'in at most 5 s', dev!.startMs! / 1000, 5, 's'),
      target('`dev` serves a saved page', 'in at most 0.5 s', dev!.savedMs! / 1000, 0.5, 's'),
    ],
  }
}

function target(
  subject: string,
  goal: string,
  measured: number,
  limit: number,
  unit: string,
): Section['targets'][number] {
  return { subject, goal, measured: `${measured.toFixed(2)} ${unit}`, isMet: measured <= limit }
}

interface Measured {
  cpuMs: number
  maxBytes: number
  startMs?: number
  savedMs?: number
}

function withSite<Result>(
  pages: number,
  measure: (dir: string) => Promise<Result>,
): Promise<Result> {
  return withFolder((dir) => {
    writeSite(dir, pages)
    return measure(dir)
  })
}

async function fastest(rounds: number, job: string, dir: string): Promise<Measured> {
  const all: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, job, dir])
    all.push(JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Measured)
  }
  return all.toSorted((a, b) => a.cpuMs - b.cpuMs)[0]!
}

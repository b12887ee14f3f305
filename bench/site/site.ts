import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { withFolder } from '@conversion-capi/test-support'

import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { format } from '../lib/rounds.ts'
import { writeSite } from './write-site.ts'

export const site: Part = {
  summary: 'check, build and dev for a site of many pages',
  full: { rounds: 3 },
  quick: { rounds: 1 },
  run,
}

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
const MEBIBYTE = 2 ** 20
const PAGES = 1560

async function run({ rounds }: Effort): Promise<Section> {
  const [once, check, build, dev] = await withSite(PAGES, async (dir) => [
    await fastest(rounds, 'parse', dir),
    await fastest(rounds, 'check', dir),
    await fastest(1, 'build', dir),
    await fastest(1, 'dev', dir),
  ])
  const twice = await withSite(2 * PAGES, (dir) => fastest(rounds, 'check', dir))
  const rows: Record<string, Measured> = {
    'parse each page once': once!,
    '`check`': check!,
    '`check`, twice the pages': twice,
    '`build`': build!,
  }
  const limit = (subject: string, words: string, number: number, most: number, unit: string) =>
    target(subject, `${words} ${most} ${unit}`, [number], (each) => each <= most, { unit })
  return {
    title: 'A site of many pages',
    effort: `the fastest of ${rounds} new processes`,
    versions: [],
    blocks: [
      table(Object.entries(rows), {
        [`${format(PAGES)} pages`]: ([name]) => name,
        's of CPU': ([, { cpuMs }]) => format(cpuMs / 1000, 1),
        'memory, MiB': ([, { maxBytes }]) => format(maxBytes / MEBIBYTE),
      }),
    ],
    targets: [
      limit(
        '`check`, compared with parsing each page once',
        'at most',
        check!.cpuMs / once!.cpuMs,
        6,
        '×',
      ),
      limit('`check` of twice the pages', 'at most', twice.cpuMs / check!.cpuMs, 2.2, '×'),
      limit('Memory of `check`', 'at most', check!.maxBytes / MEBIBYTE, 400, 'MiB'),
      limit('`dev` serves the first page', 'in at most', dev!.startMs! / 1000, 5, 's'),
      limit('`dev` serves a saved page', 'in at most', dev!.savedMs! / 1000, 0.5, 's'),
    ],
  }
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

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { withFolder } from '@conversion-capi/test-support'

import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { format } from '../lib/rounds.ts'
import { writeSite } from './write-site.ts'

export const site: Part = {
  title: 'A site of many pages',
  summary: 'check, build and dev for a site of many pages',
  peers: [],
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
  return {
    effort: `the fastest of ${rounds} new processes`,
    blocks: [
      table(Object.entries(rows), {
        [`${format(PAGES)} pages`]: ([name]) => name,
        's of CPU': ([, { cpuMs }]) => format(cpuMs / 1000, 1),
        'memory, MiB': ([, { maxBytes }]) => format(maxBytes / MEBIBYTE),
      }),
    ],
    targets: [
      target('`check`, compared with one parse', [check!.cpuMs / once!.cpuMs], 'at most', 6),
      target('`check` of twice the pages', [twice.cpuMs / check!.cpuMs], 'at most', 2.2),
      target('Memory of `check`', [check!.maxBytes / MEBIBYTE], 'at most', 400, 'MiB', 0),
      target('`dev` serves the first page', [dev!.startMs! / 1000], 'at most', 5, 's'),
      target('`dev` serves a saved page', [dev!.savedMs! / 1000], 'at most', 0.5, 's'),
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

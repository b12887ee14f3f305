import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

import { type Section, table, type Target } from './part.ts'

type Measured = Section &
  ReturnType<typeof describeMeasurement> & {
    title: string
    /** For example `autocannon 9.0.0`. */
    versions: string[]
  }

export type Results = Record<string, Measured>

const FOLDER = new URL('../', import.meta.url)
const DATA = new URL('results.json', FOLDER)

/** Describes when and where a part is measured, without the machine's name. Call it before the part, which is a load itself. */
export function describeMeasurement() {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${model}, ${availableParallelism()} cores, ${gigabytes} GB of memory, load ${loadavg()[0]!.toFixed(1)}`,
    runtime: `Node ${process.versions.node}`,
  }
}

export function packageVersions(names: string[]): string[] {
  return names.map((name) => {
    const path = findPackageJSON(name, import.meta.url)!
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    return `${name} ${version}`
  })
}

export function renderSection(section: Measured): string {
  const { title, date, runtime, machine, effort, versions, blocks } = section
  const how = `${[date, runtime, ...versions].join(', ')}; ${machine}; ${effort}.`
  return [`## ${title}`, how, ...blocks].join('\n\n')
}

export function renderTargets(targets: Target[]): string {
  return table(targets, {
    Target: ({ subject }) => subject,
    goal: ({ goal }) => goal,
    measured: ({ measured }) => measured,
    met: ({ isMet }) => (isMet ? 'yes' : 'no'),
  })
}

/** Writes RESULTS.md. Keeps the previous results of the parts in `order` that were not measured. */
export async function writeResults(measured: Results, order: string[]): Promise<void> {
  const all: Results = { ...JSON.parse(await readFile(DATA, 'utf8')), ...measured }
  const results = order.flatMap((name) => (all[name] ? [[name, all[name]] as const] : []))
  await writeFile(DATA, `${JSON.stringify(Object.fromEntries(results), undefined, 2)}\n`)

  const sections = results.map(([, section]) => section)
  const markdown = [
    '# Results',
    'Written by `pnpm bench --write`. [How each part is measured](README.md).',
    'Numbers in brackets are the smallest and the largest of all rounds, the number before them is the median. A ratio compares measurements of the same round.',
    renderTargets(sections.flatMap(({ targets }) => targets)),
    ...sections.map(renderSection),
  ]
  await writeFile(new URL('RESULTS.md', FOLDER), `${markdown.join('\n\n')}\n`)
}

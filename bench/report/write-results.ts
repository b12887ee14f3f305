import { readFile, writeFile } from 'node:fs/promises'

import type { Measurement } from './measurement.ts'
import type { Section } from './part.ts'
import { renderSection, renderTargets } from './render.ts'

/** The results of each part, in the order of RESULTS.md. */
export type Results = Record<string, Section & Measurement>

const FOLDER = new URL('../', import.meta.url)
const DATA = new URL('results.json', FOLDER)

/**
 * Writes RESULTS.md. Parts that were not measured keep their previous results.
 *
 * @param order The names of all parts. The results of other parts are deleted.
 */
export async function writeResults(measured: Results, order: string[]): Promise<void> {
  const all = { ...(await readResults()), ...measured }
  const results = order.flatMap((name) => (all[name] ? [[name, all[name]] as const] : []))
  await writeFile(DATA, `${JSON.stringify(Object.fromEntries(results), undefined, 2)}\n`)

  const sections = results.map(([, section]) => section)
  const markdown = [
    '# Results',
    'Written by `pnpm bench --write`. [How each part is measured](README.md).',
    'Numbers in brackets are the smallest and the largest of all rounds, the number before them is the median. A ratio compares measurements of the same round.',
    renderTargets(sections.flatMap(({ targets }) => targets)),
    ...sections.map((section) => renderSection(section)),
  ]
  await writeFile(new URL('RESULTS.md', FOLDER), `${markdown.join('\n\n')}\n`)
}

async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(DATA, 'utf8')) as Results
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

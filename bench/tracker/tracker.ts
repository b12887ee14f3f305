import { packageVersions } from '../report/package-versions.ts'
import type { Part, Section } from '../report/part.ts'
import { measureCalls } from './calls.ts'
import { measureColdPage } from './cold-page.ts'
import { PLAUSIBLE } from './lib/page-scripts.ts'

/** The time of the tracker on the main thread of a page. */
export const tracker: Part = {
  summary:
    'milliseconds of the tracker on the main thread, compared with the scripts of other projects',
  full: { rounds: 25 },
  quick: { rounds: 5 },
  run,
}

const CALLS_PER_ROUND = 16

async function run({ rounds }: { rounds: number }): Promise<Section> {
  const { blocks, targets, browser } = await measureColdPage(rounds)
  const calls = await measureCalls(rounds * CALLS_PER_ROUND)
  return {
    title: 'Tracker on the main thread',
    effort: `${rounds} rounds`,
    versions: [
      browser,
      ...packageVersions([PLAUSIBLE, 'web-vitals', 'meta-capi-param-builder-clientjs']),
    ],
    blocks: [...blocks, calls],
    targets,
  }
}

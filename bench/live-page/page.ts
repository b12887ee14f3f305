import { markdownTable } from '../report/markdown-table.ts'
import type { Part, Section } from '../report/part.ts'
import { type LivePageResult, measureLivePage } from './lib/measure-live-page.ts'

const EVENTS = 10_000
const LIMIT_MS = 200

/** How fast the emulator's live page is with 10,000 events, while more arrive. */
export const page: Part = {
  summary: 'milliseconds per interaction of the emulator’s live page with 10,000 events',
  full: { rounds: 3 },
  quick: { rounds: 1 },
  run,
}

async function run({ rounds }: { rounds: number }): Promise<Section> {
  const results: LivePageResult[] = []
  for (let round = 0; round < rounds; round++) results.push(await measureLivePage(EVENTS))

  const slowestOf = (select: (result: LivePageResult) => number): number =>
    Math.max(...results.map(select))
  const names = Object.keys(results[0]!.interactions)
  const slowestMs = slowestOf((result) =>
    Math.max(result.longestFrameMs, ...Object.values(result.interactions)),
  )
  const heaps = results.map(({ heapMb: [, second, , last] }) => ({ second: second!, last: last! }))
  const growth = Math.max(...heaps.map(({ second, last }) => last / second))

  return {
    title: 'The live page',
    effort: `${rounds} runs, each in a new browser; ${EVENTS.toLocaleString('en-US')} events`,
    versions: [`Chromium ${results[0]!.browser}`],
    blocks: [
      markdownTable(
        ['Slowest of all runs', 'ms'],
        [
          ['first paint', formatMs(slowestOf(({ firstPaintMs }) => firstPaintMs))],
          ['all events listed', formatMs(slowestOf(({ allEventsMs }) => allEventsMs))],
          ...names.map((name) => [
            name,
            formatMs(slowestOf(({ interactions }) => interactions[name]!)),
          ]),
          [
            'longest frame while scrolling',
            formatMs(slowestOf(({ longestFrameMs }) => longestFrameMs)),
          ],
        ],
      ),
      `The page’s heap with all events, and each time after as many more: ${results[0]!.heapMb.map((mb) => mb.toFixed(1)).join(', ')} MB.`,
    ],
    targets: [
      {
        subject: 'The slowest interaction or frame of the live page',
        goal: `under ${LIMIT_MS} ms`,
        measured: `${formatMs(slowestMs)} ms`,
        isMet: slowestMs < LIMIT_MS,
      },
      {
        subject: 'Heap of the live page after 30,000 events, beside that after 10,000',
        goal: 'at most 1.2 ×',
        measured: `${growth.toFixed(2)} ×`,
        isMet: growth <= 1.2,
      },
    ],
  }
}

function formatMs(ms: number): string {
  return ms.toFixed(0)
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { packageVersions } from '../report/package-versions.ts'
import type { Part, Section } from '../report/part.ts'
import { formatNumber } from '../report/spread.ts'
import { measureBodies } from './bodies.ts'
import { measureInFlight } from './in-flight.ts'
import { measureVisitors } from './visitors.ts'

/** How our Node adapter behaves with more visitors, larger bodies, a slow upstream and many events. */
export const growth: Part = {
  summary: 'the Node adapter with more visitors, a slower upstream, larger bodies and more events',
  full: { seconds: 20 },
  quick: { seconds: 4 },
  run,
}

/** 1,000,000 events by default. */
const EVENTS_PER_SECOND = 50_000
const MEBIBYTE = 2 ** 20
/** The limit of `pnpm soak`. */
const MAX_GROWTH = MEBIBYTE
const MAX_MULTIPLE = 20

async function run({ seconds }: { seconds: number }): Promise<Section> {
  const visitors = await measureVisitors(seconds)
  const bodies = await measureBodies(seconds)
  const inFlight = await measureInFlight()
  const events = Math.ceil((seconds * EVENTS_PER_SECOND) / 10) * 10
  const memory = await memoryAfter(events)
  const growth = memory.at(-1)! - memory[0]!
  return {
    title: 'As work grows',
    effort: `${seconds} s for each row`,
    versions: packageVersions(['autocannon']),
    blocks: [
      ...visitors.blocks,
      bodies,
      'Memory of one request while its upstream does not respond, after garbage collection:',
      inFlight.table,
      `Memory in use after each tenth of ${formatNumber(events)} events in one process, in MiB: ${memory.map((bytes) => formatNumber(bytes / MEBIBYTE, 2)).join(', ')}.`,
    ],
    targets: [
      ...visitors.targets,
      {
        subject: 'Memory of a request in flight',
        goal: `at most ${MAX_MULTIPLE} × \`maxBodyBytes\``,
        measured: `${inFlight.maxMultiple.toFixed(1)} ×`,
        isMet: inFlight.maxMultiple <= MAX_MULTIPLE,
      },
      {
        subject: `Memory after ${formatNumber(events)} events`,
        goal: 'at most 1 MiB more than after a tenth',
        measured: `${(growth / MEBIBYTE).toFixed(2)} MiB more`,
        isMet: growth <= MAX_GROWTH,
      },
    ],
  }
}

/** Returns the bytes in use after each tenth of the events. */
async function memoryAfter(events: number): Promise<number[]> {
  const script = fileURLToPath(new URL('handle-many.ts', import.meta.url))
  const args = ['--expose-gc', '--no-flush-bytecode', script, String(events)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as number[]
}

import { packageVersions } from '../report/package-versions.ts'
import type { Part, Section } from '../report/part.ts'
import { measureInFlight } from './in-flight.ts'
import { measureVisitors } from './visitors.ts'

/** How our Node adapter behaves with more visitors and a slow upstream. */
export const growth: Part = {
  summary: 'the Node adapter with more visitors and a slower upstream',
  full: { seconds: 20 },
  quick: { seconds: 4 },
  run,
}

const MAX_MULTIPLE = 20

async function run({ seconds }: { seconds: number }): Promise<Section> {
  const visitors = await measureVisitors(seconds)
  const inFlight = await measureInFlight()
  return {
    title: 'As work grows',
    effort: `${seconds} s for each row`,
    versions: packageVersions(['autocannon']),
    blocks: [
      ...visitors.blocks,
      'Memory of one request while its upstream does not respond, after garbage collection:',
      inFlight.table,
    ],
    targets: [
      ...visitors.targets,
      {
        subject: 'Memory of a request in flight',
        goal: `at most ${MAX_MULTIPLE} × \`maxBodyBytes\``,
        measured: `${inFlight.maxMultiple.toFixed(1)} ×`,
        isMet: inFlight.maxMultiple <= MAX_MULTIPLE,
      },
    ],
  }
}

import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/core/diagnostics'

import { createFindings, error, placeOf, verified } from '../terminal/rules.ts'
import type { HourCount } from './parse-readings.ts'
import type { runReport } from './run-report.ts'

export const WAIT_RULES = {
  'event-arrived': verified('Meta has counted a new {name} from {source}.'),
  'event-awaited': error(
    'Meta has counted no new event from {source} in {minutes} minutes.',
    'Open the site without an ad blocker and accept the cookies. If nothing arrives then either, run conversion-capi probe with its URL, and doctor.',
  ),
  'event-unknown': error(
    'It is not known whether an event arrived from {source}: Meta did not return the counts.',
    'Correct the error that names the reason, then run report --wait again.',
  ),
} as const

export interface WaitOptions {
  read: () => ReturnType<typeof runReport>
  /** Called for each link that works, as soon as Meta has counted an event. */
  onArrival: (finding: Finding) => void
  signal?: AbortSignal
  sleep?: (ms: number) => Promise<unknown>
}

/** It can be Meta's own server: see `describeOwn`. */
const SOURCES = { browser: 'browsers', server: 'a server' } as const

type Source = keyof typeof SOURCES

const MINUTE_MS = 60_000

/** Meta's statistics can be late, so this is longer than usual. */
const MINUTES = 30

const finding = createFindings(WAIT_RULES)

/**
 * Waits until Meta has counted a new event from browsers and from the server, for each pixel. Reads once a minute for at
 * most 30 minutes, and sends no event. Then it says what has arrived, what has not, and what could not be read.
 */
export async function waitForEvents({
  read,
  onArrival,
  signal,
  sleep = (ms) => setTimeout(ms, undefined, { signal }).catch(() => {}),
}: WaitOptions): Promise<Finding[]> {
  const first = await read()
  let awaited = first.pixels.flatMap((pixel) =>
    (Object.keys(SOURCES) as Source[]).map((source) => ({
      pixel,
      source,
      after: pixel.hours[source],
    })),
  )
  const arrived: Finding[] = []
  let minutes = 0
  while (minutes < MINUTES && !signal?.aborted) {
    // Without a permission, or with a wrong token, waiting does not help.
    if (!awaited.some(({ after }) => after)) break
    await sleep(MINUTE_MS)
    if (!signal?.aborted) minutes += 1
    const { pixels } = await read()
    awaited = awaited.flatMap(({ pixel, source }) => {
      const before = pixel.hours[source]
      const { hours } = pixels.find((each) => each.school === pixel.school) ?? {}
      const after = before && hours?.[source]
      const name = after && findNew(before, after)
      if (name === undefined) return { pixel, source, after }
      arrived.push(finding('event-arrived', placeOf(pixel), { name, source: SOURCES[source] }))
      onArrival(arrived.at(-1)!)
      return []
    })
  }
  const missing = awaited.map(({ pixel, source, after }) => {
    const values = { source: SOURCES[source], minutes: String(minutes) }
    return finding(after ? 'event-awaited' : 'event-unknown', placeOf(pixel), values)
  })
  return [...arrived, ...missing]
}

/** Returns the name of an event that was counted since. The oldest hours leave the statistics meanwhile. */
function findNew(before: HourCount[], after: HourCount[]): string | undefined {
  const keyOf = ({ name, start }: HourCount): string => `${start} ${name}`
  const counts = new Map(before.map((each) => [keyOf(each), each.count]))
  return after.find((each) => each.count > (counts.get(keyOf(each)) ?? 0))?.name
}

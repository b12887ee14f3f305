import { setTimeout } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'

import { createFindings, error, verified } from '../output/rules.ts'
import type { HourCount } from './parse-readings.ts'
import type { PixelReport, runReport } from './run-report.ts'

/** The findings of `report --wait`, by code. */
export const WAIT_RULES = {
  'event-arrived': verified('A new {name} has arrived from {source}.'),
  'event-awaited': error(
    'Meta has counted no new event from {source} in {minutes} minutes.',
    'Open the site without an ad blocker and accept the cookies. If nothing arrives then either, run conversion-capi probe with its URL, and doctor.',
  ),
} as const

/** Options of {@link waitForEvents}. */
export interface WaitOptions {
  /** Reads the reports. */
  read: () => ReturnType<typeof runReport>
  /** Called for each link that works, as soon as Meta has counted an event. */
  onArrival: (finding: Finding) => void
  /** Waits. @default a timer */
  sleep?: (ms: number) => Promise<unknown>
}

const SOURCES = { browser: 'browsers', server: 'the server' } as const

type Source = keyof typeof SOURCES

const MINUTE_MS = 60_000

/** Meta's statistics can be late, so this is longer than usual. */
const MINUTES = 30

const finding = createFindings(WAIT_RULES)

/**
 * Waits until Meta has counted a new event from browsers and from the server, for each pixel. Reads once a minute for at
 * most 30 minutes, and sends no event.
 *
 * @returns What has arrived and what has not. If something could not be read, the findings say why.
 */
export async function waitForEvents({
  read,
  onArrival,
  sleep = setTimeout,
}: WaitOptions): Promise<Finding[]> {
  const first = await read()
  const links = first.pixels.flatMap((pixel) =>
    (Object.keys(SOURCES) as Source[]).map((source) => ({ pixel, source })),
  )
  let awaited = links.filter(({ pixel, source }) => pixel.hours[source])
  const arrived: Finding[] = []
  for (let minute = 0; awaited.length > 0 && minute < MINUTES; minute += 1) {
    await sleep(MINUTE_MS)
    const { pixels } = await read()
    awaited = awaited.filter(({ pixel, source }) => {
      const later = pixels.find(
        ({ school, digits }) => school === pixel.school && digits === pixel.digits,
      )
      const name = findNew(pixel.hours[source]!, later?.hours[source] ?? [])
      if (name === undefined) return true
      arrived.push(finding('event-arrived', placeOf(pixel), { name, source: SOURCES[source] }))
      onArrival(arrived.at(-1)!)
      return false
    })
  }
  const silent = awaited.map(({ pixel, source }) =>
    finding('event-awaited', placeOf(pixel), {
      source: SOURCES[source],
      minutes: String(MINUTES),
    }),
  )
  return [...arrived, ...silent]
}

/** Returns the name of an event that was counted since. The oldest hours leave the statistics meanwhile. */
function findNew(before: HourCount[], after: HourCount[]): string | undefined {
  const keyOf = ({ name, start }: HourCount): string => `${start} ${name}`
  const counts = new Map(before.map((each) => [keyOf(each), each.count]))
  return after.find((each) => each.count > (counts.get(keyOf(each)) ?? 0))?.name
}

function placeOf({ school }: PixelReport): { file?: string } {
  return school === undefined ? {} : { file: school }
}

import type { Finding } from '@conversion-capi/core/diagnostics'
import { EVENT_NAMES } from '@conversion-capi/core/protocol'

import { didYouMean } from '../terminal/did-you-mean.ts'
import { UsageError } from '../terminal/errors.ts'
import { formatCount } from '../terminal/format-count.ts'
import { createFindings, error, placeOf, verified } from '../terminal/rules.ts'
import { sumCounts } from './parse-readings.ts'
import type { PixelReport } from './run-report.ts'

export const EXPECTATION_RULES = {
  'expectation-met': verified('{expected}: Meta counted {found}.'),
  'expectation-missed': error(
    '{expected}: Meta counted only {found}.{hint}',
    'Look at the answer above. If it is fine, ask what else changed: the ads, the season, a form.',
  ),
  'expectation-unknown': error(
    '{expected}: not known, because Meta did not return all counts.',
    'Correct the error that names the missing part.',
  ),
} as const

const finding = createFindings(EXPECTATION_RULES)

const HOUR_MS = 3_600_000

/** Meta returns counts of up to seven days. */
const MAX_HOURS = 7 * 24

/** Parses `Lead>=1 in 2 days, Purchase>=5 in 24 hours`. */
export function parseExpectations(text: string) {
  return text.split(',').map((part) => {
    const match = /^\s*([^\s>]{1,50})\s*>=\s*(\d{1,9})\s+in\s+(\d{1,3})\s+(hour|day)s?\s*$/.exec(
      part,
    )
    if (!match) {
      throw new UsageError(
        'An expectation of --expect cannot be read. Write --expect "Lead>=1 in 2 days", and a comma between several.',
      )
    }
    const [, name = '', count, number, unit] = match
    const hours = Number(number) * (unit === 'day' ? 24 : 1)
    if (hours < 1 || hours > MAX_HOURS) {
      throw new UsageError('The time in --expect must be from 1 hour to 7 days, as Meta counts.')
    }
    return { text: part.trim(), name, count: Number(count), hours }
  })
}

type Expectation = ReturnType<typeof parseExpectations>[number]

export function unknownExpectations(expectations: Expectation[]): Finding[] {
  return expectations.map(({ text: expected }) => finding('expectation-unknown', {}, { expected }))
}

/**
 * Compares what Meta counted with what the school expects. An event can arrive from the browser and from the server, so
 * the larger of the two numbers is what certainly arrived.
 */
export function checkExpectations(expectations: Expectation[], { school, hours, to }: PixelReport) {
  const place = placeOf({ school })
  return expectations.map(({ text: expected, name, count, hours: duration }) => {
    // Meta counts by the hour: the first one counts as a whole.
    const from = to - (duration + 1) * HOUR_MS
    const [browser = 0, server = 0] = [hours.browser, hours.server].map((all) => {
      const recent = all?.filter(({ start }) => start > from)
      return sumCounts(recent, name)
    })
    const number = Math.max(browser, server)
    const found = formatCount(number)
    if (number >= count) return finding('expectation-met', place, { expected, found })
    const isKnown = hours.browser !== undefined && hours.server !== undefined
    return isKnown
      ? finding('expectation-missed', place, { expected, found, hint: hintOf(name) })
      : finding('expectation-unknown', place, { expected })
  })

  function hintOf(name: string): string {
    const counted = [hours.browser, hours.server].flat().map((each) => each?.name ?? '')
    const names = new Set<string>([...EVENT_NAMES, ...counted])
    return names.has(name) ? '' : didYouMean(name, names)
  }
}

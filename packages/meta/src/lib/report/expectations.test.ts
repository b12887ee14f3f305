import { describe, expect, it } from 'vitest'

import { checkExpectations, parseExpectations } from './expectations.ts'
import type { PixelReport } from './run-report.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 23, 12, 30)

/** A report in which the events of each source arrived so many hours ago. */
function report(hours: Record<'browser' | 'server', [name: string, hoursAgo: number][]>) {
  const read = (events: [string, number][]) =>
    events.map(([name, ago]) => ({ name, start: NOW - (ago + 0.5) * HOUR, count: 2 }))
  return {
    hours: { browser: read(hours.browser), server: read(hours.server) },
    to: NOW,
  } as PixelReport
}

function check(text: string, pixel: PixelReport) {
  const findings = checkExpectations(parseExpectations(text), pixel)
  return findings.map(({ level, message }) => [level, message])
}

describe('report --expect', () => {
  it.each([
    ['Lead>=4 in 1 day', 'verified', '4'],
    ['Lead >= 5 in 24 hours', 'error', 'only 4'],
    ['Lead>=6 in 2 days', 'verified', '6'],
    ['Contract>=1 in 7 days', 'verified', '2'],
    ['Purchase>=0 in 1 hour', 'verified', '0'],
    ['Leads>=1 in 7 days', 'error', 'only 0. Did you mean "Lead"?'],
  ])('counts the larger of the two sources: %s', (text, level, found) => {
    const pixel = report({
      browser: [['Lead', 3]],
      server: [
        ['Lead', 3],
        ['Lead', 23],
        ['Lead', 30],
        ['Contract', 100],
      ],
    })
    const end = found.endsWith('?') ? '' : '.'
    expect(check(text, pixel)).toEqual([[level, `${text}: Meta counted ${found}${end}`]])
  })

  it('does not know what was not read, unless the rest is enough', () => {
    const { hours, ...pixel } = report({ browser: [['Lead', 1]], server: [] })
    const unread = { ...pixel, hours: { browser: hours.browser! } }
    expect(check('Lead>=1 in 1 day, Lead>=3 in 1 day', unread)).toEqual([
      ['verified', 'Lead>=1 in 1 day: Meta counted 2.'],
      ['error', 'Lead>=3 in 1 day: not known, because Meta did not return all counts.'],
    ])
  })

  it.each(['', 'Lead', 'Lead>1 in 2 days', 'Lead>=1', 'Lead>=1 in 2 weeks', 'Lead>=1 in 1 day,'])(
    'says how to write an expectation: "%s"',
    (text) => {
      expect(() => parseExpectations(text)).toThrow(/Write --expect "Lead>=1 in 2 days"/)
    },
  )

  it.each(['0 days', '8 days', '169 hours'])('has counts of seven days: %s', (time) => {
    expect(() => parseExpectations(`Lead>=1 in ${time}`)).toThrow('from 1 hour to 7 days')
  })
})

import { expect } from 'vitest'

import type { Case, Visit } from '../case.ts'
import { findEvents } from '../find-events.ts'
import { onceLoaded } from '../once-loaded.ts'

/** Without the tracker: that a loss would be seen at all, and that these engines do lose what they can. */
export const LOSS: Case[] = [
  {
    name: 'loses what fetch without keepalive sends just before the page is left, cross origin',
    times: 3,
    endpoint: 'cross origin',
    // Long after the page is gone, also on a busy machine, and long before the last visit is over.
    latency: { preflight: 2000 },
    pages: [
      onceLoaded(`
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ event_name: 'Lead', event_id: 'lost' })
        fetch(ENDPOINT, { method: 'POST', headers, body }).catch(() => {})
        report('sent')
        location.href = 'rest'`),
    ],
    verify: expectNothing,
  },
]

function expectNothing(visit: Visit): void {
  expect(visit.reports).toEqual(['sent'])
  expect(findEvents(visit, 'Lead')).toEqual([])
}

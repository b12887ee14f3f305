import { expect } from 'vitest'

import type { Case, Visit } from '../case.ts'
import { expectOneLead, TRACK_LEAD } from '../lead.ts'
import { onceLoaded } from '../once-loaded.ts'

const LEAVE = "location.href = 'rest'"

/** The last moments in which a page can send something. None of them waits. */
const MOMENTS = {
  'just before the page is left': `${TRACK_LEAD}; ${LEAVE}`,
  'in pagehide': `addEventListener('pagehide', () => ${TRACK_LEAD}); ${LEAVE}`,
  'when the page becomes hidden': `
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') ${TRACK_LEAD}
    })
    ${LEAVE}`,
}

export const DELIVERY: Case[] = Object.entries(MOMENTS).flatMap(([moment, script]): Case[] => [
  {
    name: `delivers an event that happens ${moment}, to the same origin`,
    times: 3,
    pages: [onceLoaded(script)],
    verify: expectOneLead,
  },
  {
    name: `delivers an event that happens ${moment}, cross origin, behind a slow preflight`,
    times: 3,
    endpoint: 'cross origin',
    latency: { preflight: 400 },
    pages: [onceLoaded(script)],
    verify: expectOneLeadAfterPreflight,
  },
])

function expectOneLeadAfterPreflight(visit: Visit): void {
  expectOneLead(visit)
  expect(visit.preflights).toBeGreaterThan(0)
}

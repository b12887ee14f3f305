import { expect } from 'vitest'

import type { Case, Visit } from '../case.ts'
import { findEvents } from '../find-events.ts'

const PAGES = 15

export const QUICK_NAVIGATION: Case[] = (['same origin', 'cross origin'] as const).map(
  (endpoint) => ({
    name: `delivers the events of ${PAGES} pages in quick succession, each once, ${endpoint}`,
    endpoint,
    latency: { preflight: 400, post: 400 },
    pages: Array.from({ length: PAGES }, renderShortVisit),
    verify: expectEachOnce,
  }),
)

function renderShortVisit(_: unknown, page: number): string {
  const next = page + 1 < PAGES ? page + 1 : 'rest'
  return `<script src="polaris.js"></script>
<script>
  polaris.track('ViewContent', { content_ids: ['${page}'] })
  location.href = '${next}'
</script>`
}

function expectEachOnce(visit: Visit): void {
  const events = findEvents(visit, 'ViewContent')
  expect(events).toHaveLength(PAGES)
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(PAGES)
  const viewed = events.map(({ custom_data }) => String(custom_data?.['content_ids']))
  expect(new Set(viewed).size).toBe(PAGES)
}

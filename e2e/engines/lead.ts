import { createHash } from 'node:crypto'

import { expect } from 'vitest'

import type { Visit } from './case.ts'
import { findEvents } from './find-events.ts'

/** The script of a page that has a lead, and knows who it is. */
export const TRACK_LEAD = `polaris.track('Lead', { content_name: 'Physics' }, {
  em: ' Anna@School.Example ', ph: '+7 (912) 345-67-89', fn: 'Анна', ln: 'Petrova',
})`

/** Exactly one lead arrived, complete, under a UUID, and nobody's name with it. */
export function expectOneLead(visit: Visit): void {
  expect(findEvents(visit, 'Lead')).toEqual([
    expect.objectContaining({
      event_id: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      user_data: expect.objectContaining({
        em: sha256('anna@school.example'),
        ph: sha256('79123456789'),
        fn: sha256('анна'),
        ln: sha256('petrova'),
      }),
      custom_data: { content_name: 'Physics' },
    }),
  ])
  expect(visit.posts.join()).not.toMatch(/anna|анна|petrova|345-67-89/i)
}

/** Not by the code that is tested. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

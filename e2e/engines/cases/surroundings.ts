import { expect } from 'vitest'

import type { Case } from '../case.ts'
import { expectOneLead, TRACK_LEAD } from '../lead.ts'
import { onceLoaded } from '../once-loaded.ts'

/** What a page can lack, or have that is broken. */
export const SURROUNDINGS: Case[] = [
  {
    name: 'hashes on plain http, where the page has no crypto.subtle',
    host: 'school.example',
    pages: [
      onceLoaded(`
        report([isSecureContext, 'subtle' in crypto, 'randomUUID' in crypto])
        ${TRACK_LEAD}
        location.href = 'rest'`),
    ],
    verify(visit) {
      expect(visit.reports).toEqual([[false, false, false]])
      expectOneLead(visit)
    },
  },
  {
    name: 'works in a sandboxed frame, which may not touch its storage',
    pages: [
      `<iframe sandbox="allow-scripts" src="1"></iframe>
      <script>addEventListener('message', () => (location.href = 'rest'))</script>`,
      onceLoaded(`
        try { localStorage } catch ({ name }) { report(name) }
        ${TRACK_LEAD}
        parent.postMessage('done', '*')`),
    ],
    verify(visit) {
      expect(visit.reports).toEqual(['SecurityError'])
      expectOneLead(visit)
    },
  },
  {
    name: 'posts its copy when the pixel throws',
    pages: [
      `<script>fbq = () => { throw new Error('broken') }</script>
      ${onceLoaded(`${TRACK_LEAD}; location.href = 'rest'`)}`,
    ],
    verify: expectOneLead,
  },
]

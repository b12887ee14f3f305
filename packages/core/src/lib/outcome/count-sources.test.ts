import { expect, it } from 'vitest'

import { countSources, describeSources } from '../../diagnostics.ts'

it('counts events by name and source, the most frequent source first, then by name', () => {
  const counts = countSources([
    ['Lead', 'direct'],
    ['Lead', 'ChatGPT'],
    ['__proto__', 'other'],
    ['Lead', 'Google'],
    ['Lead', 'Google'],
    ['Lead', 'Bing'],
  ])
  expect(counts.map(describeSources)).toEqual([
    'Leads by source: Google 2, Bing 1, ChatGPT 1, direct 1',
    '__proto__s by source: other 1',
  ])
})

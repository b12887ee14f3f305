import { expect, it } from 'vitest'

import { renderText } from './render-text.ts'
import { runReport } from './run-report.ts'
import { ENV, NOW, playThreeDays } from './three-days.fixture.ts'

const emulator = await playThreeDays()

it('describes three days of mixed events', async () => {
  const { pixels, findings } = await runReport({ env: ENV, fetch: emulator.fetch, now: () => NOW })
  const lines = renderText(pixels[0]!).split('\n')
  expect(lines.slice(lines.findIndex((line) => line.startsWith('The pixel last fired')))).toEqual([
    'The pixel last fired on 2026-11-22 09:11 UTC, 18 minutes before this report.',
    '',
    'Event        Browser  Server  Match quality  Coverage  Deduplicated',
    'PageView     217      234     4.6 of 10      92.2%     92.2%',
    'ViewContent  102      96      -              79.4%     79.4%',
    'Lead         51       40      7.4 of 10      66.7%     66.7%',
    'Schedule     25       30      8.1 of 10      100%      100%',
    'Purchase     17       20      8.8 of 10      100%      100%',
    'Subscribe    0        4       -              -         -',
  ])
  expect(findings.map(({ code }) => code)).toEqual(['graph-stand-in', 'never-tried-live'])
})

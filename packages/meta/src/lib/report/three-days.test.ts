import { expect, it } from 'vitest'

import { renderText } from './render-text.ts'
import { runReport } from './run-report.ts'
import { ENV, NOW, playThreeDays } from './three-days.fixture.ts'

const SENTENCES = [
  "PageView: 4.6 of 10. 92.2% of the browser's events also came from the server, and Meta's goal is 75%. Only 94.5% of the events of the browser have an event ID, and the others can count twice: look for old pixel code in the pages. The server sends it in real time. With the server's copies, Meta reports 9% more conversions.",
  "ViewContent: Meta returns no match quality. 79.4% of the browser's events also came from the server, and Meta's goal is 75%.",
  "Lead: 7.4 of 10. 66.7% of the browser's events also came from the server, less than Meta's goal of 75%: look for rejected and failed events in the log of the proxy. The server sends it in real time. With the server's copies, Meta reports 18.5% more conversions.",
  "Schedule: 8.1 of 10. 100% of the browser's events also came from the server, and Meta's goal is 75%. The server sends it in real time.",
  "Purchase: 8.8 of 10. 100% of the browser's events also came from the server, and Meta's goal is 75%. Meta receives it from the server \"hourly\", not in real time: look for retried events in the log of the proxy. With the server's copies, Meta reports 12% more conversions.",
  'Subscribe: Meta returns no match quality. No event came from a browser, which is normal only for events of your server, such as webhooks.',
]

const emulator = await playThreeDays()

it('describes three days of mixed events', async () => {
  const { pixels, findings } = await runReport({ env: ENV, fetch: emulator.fetch, now: () => NOW })
  const lines = renderText(pixels[0]!).split('\n')
  expect(lines.slice(lines.findIndex((line) => line.startsWith('The pixel last fired')))).toEqual([
    'The pixel last fired on 2026-11-22 09:11 UTC, 18 minutes before this report.',
    '',
    'Event        Browser  Server  Match quality  Coverage  Deduplicated  Freshness  More conversions',
    'PageView     217      234     4.6 of 10      92.2%     92.2%         real time  9%',
    'ViewContent  102      96      -              79.4%     79.4%         -          -',
    'Lead         51       40      7.4 of 10      66.7%     66.7%         real time  18.5%',
    'Schedule     25       30      8.1 of 10      100%      100%          real time  -',
    'Purchase     17       20      8.8 of 10      100%      100%          hourly     12%',
    'Subscribe    0        4       -              -         -             -          -',
    '',
    ...SENTENCES,
  ])
  expect(findings.map(({ code }) => code)).toEqual(['graph-stand-in', 'never-tried-live'])
})

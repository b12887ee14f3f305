import type { ReceivedEvent } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import type { EventReport } from './describe-event.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { runReport } from './run-report.ts'
import { ENV, NOW, playThreeDays } from './three-days.fixture.ts'

const emulator = await playThreeDays()
const { pixels, findings } = await runReport({ env: ENV, fetch: emulator.fetch, now: () => NOW })
const [report] = pixels

function received(name: string, source: ReceivedEvent['source']): ReceivedEvent[] {
  return emulator.events().filter((each) => each.event_name === name && each.source === source)
}

/** Returns how many events are counted, in percent. Rounds down to one decimal, as the report does. */
function share(
  name: string,
  source: ReceivedEvent['source'],
  isCounted: (event: ReceivedEvent) => unknown,
): number {
  const events = received(name, source)
  const part = events.filter(isCounted).length / events.length
  return Math.floor((Math.round(part * 1000) / 1000) * 1000 + 1e-6) / 10
}

const shareWith = (name: string, key: string): number =>
  share(name, 'server', ({ user_data }) => user_data[key])

const shareWithId = (name: string): number => share(name, 'browser', ({ event_id }) => event_id)

function shareCovered(name: string): number {
  const ids = new Set(received(name, 'server').map(({ event_id }) => event_id))
  return share(name, 'browser', ({ event_id }) => event_id && ids.has(event_id))
}

/** What each sentence claims, and whether the events of the emulator say the same. */
const CLAIMS: [RegExp, (event: EventReport, values: string[]) => unknown][] = [
  [
    /^(\w+): ([\d.]+) of 10\.$/,
    ({ name, score }, [title, value]) => title === name && Number(value) === score,
  ],
  [
    /^(\w+): Meta returns no match quality\.$/,
    ({ name, score }, [title]) => title === name && score === undefined,
  ],
  [
    /^(Phone|Email) is sent with ([\d.]+)% of the events: ask for it in the form\.$/,
    ({ name }, [key, value]) => {
      const share = shareWith(name, key === 'Phone' ? 'ph' : 'em')
      return share === Number(value) && share < 75
    },
  ],
  [
    /^Meta lists no (phone|email): ask for it in the form\.$/,
    ({ name }, [key]) => shareWith(name, key === 'phone' ? 'ph' : 'em') === 0,
  ],
  [
    /^([\d.]+)% of the browser's events also came from the server, and Meta's goal is 75%\.$/,
    ({ name }, [value]) => Number(value) === shareCovered(name) && shareCovered(name) >= 75,
  ],
  [
    /^([\d.]+)% of the browser's events also came from the server, less than Meta's goal of 75%: look for/,
    ({ name }, [value]) => Number(value) === shareCovered(name) && shareCovered(name) < 75,
  ],
  [
    /^Only ([\d.]+)% of the events of the browser have an event ID, and the others can count twice: /,
    ({ name }, [value]) => Number(value) === shareWithId(name) && shareWithId(name) < 100,
  ],
  [/^The server sends it in real time\.$/, ({ freshness }) => freshness === 'real_time'],
  [
    /^Meta receives it from the server "(\w+)", not in real time: /,
    ({ freshness }, [value]) => freshness === value,
  ],
  [
    /^With the server's copies, Meta reports ([\d.]+)% more conversions\.$/,
    ({ additionalConversions }, [value]) => Number(value) === additionalConversions,
  ],
  [
    /^No event came from a browser, which is normal only for/,
    ({ name }) => received(name, 'browser').length === 0 && received(name, 'server').length > 0,
  ],
]

describe('the report of three days of mixed events', () => {
  const sentences = report!.events.flatMap((event) =>
    event.sentences.map((text) => [text, event] as const),
  )

  it.each(sentences)('says what the events say: %s', (text, event) => {
    const claims = CLAIMS.flatMap(([pattern, isTrue]) => {
      const match = pattern.exec(text)
      return match ? [isTrue(event, match.slice(1))] : []
    })
    expect(claims).toEqual([true])
  })

  it('makes every claim except one at least once', () => {
    const unused = CLAIMS.filter(([pattern]) => !sentences.some(([text]) => pattern.test(text)))
    expect(unused.map(([pattern]) => pattern.source)).toEqual([
      '^Meta lists no (phone|email): ask for it in the form\\.$',
    ])
  })

  it('counts each event by source', () => {
    const names = new Set(emulator.events().map(({ event_name }) => event_name))
    expect(names.size).toBe(6)
    expect(
      report!.events.map(({ name, browser, server }) => [name, browser, server]).toSorted(),
    ).toEqual(
      [...names]
        .map((name) => [name, received(name, 'browser').length, received(name, 'server').length])
        .toSorted(),
    )
  })

  it('says when the pixel last fired', () => {
    const last = emulator.events().findLast(({ source }) => source === 'browser')!
    const minutes = Math.floor((NOW - last.received_at) / 60_000)
    expect(renderText(report!)).toContain(
      `The pixel last fired on ${new Date(last.received_at).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${minutes} minutes before this report.`,
    )
  })

  it('has the same sentences in the terminal and on the page', () => {
    const html = renderHtml(pixels, []).replaceAll('&quot;', '"')
    const text = renderText(report!)
    for (const [sentence] of sentences) {
      expect(text).toContain(sentence)
      expect(html).toContain(sentence)
    }
  })

  it('prints a table', () => {
    const lines = renderText(report!).split('\n')
    const start = lines.findIndex((line) => line.startsWith('Event '))
    expect(lines.slice(start, start + 4)).toEqual([
      'Event        Browser  Server  Match quality  Coverage  Deduplicated  Freshness  More conversions',
      'PageView     217      234     4.6 of 10      92.2%     92.2%         real time  9%',
      'ViewContent  102      96      -              79.4%     79.4%         -          -',
      'Lead         51       40      7.4 of 10      66.7%     66.7%         real time  18.5%',
    ])
  })

  it('has only the notes on the emulator', () => {
    expect(findings.map(({ code }) => code)).toEqual(['graph-stand-in', 'never-tried-live'])
  })
})

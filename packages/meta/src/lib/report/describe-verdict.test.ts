import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { logOutcome, type Outcome } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { describe, expect, it } from 'vitest'

import { describeVerdict } from './describe-verdict.ts'
import { renderText } from './render-text.ts'
import { runReport } from './run-report.ts'
import { ENV, NOW, sendEvent, TOKEN, withReports } from './three-days.fixture.ts'

type Fetch = typeof globalThis.fetch
type Source = 'browser' | 'server'

const HOUR = 3_600_000

/** Sends events with an age in hours. Copies of both sources have the same ID. */
interface Sent {
  name: string
  times: number
  /** The age of the first event, in hours. The others follow until `until`. */
  from: number
  until: number
  sources: Source[]
  hasId?: boolean
}

const both: Source[] = ['browser', 'server']
const visits: Sent = { name: 'PageView', times: 60, from: 70, until: 0.1, sources: both }
const leads: Sent = { name: 'Lead', times: 18, from: 69, until: 0.1, sources: both }

async function play(list: Sent[]): Promise<Emulator> {
  let now = NOW
  const emulator = createEmulator({ accessToken: TOKEN, now: () => now })
  const sent = list
    .flatMap((each) =>
      Array.from({ length: each.times }, (_, n) => ({
        ...each,
        id: `${each.name}-${each.from}-${n}`,
        age: each.from - ((each.from - each.until) * n) / Math.max(1, each.times - 1),
      })),
    )
    .toSorted((a, b) => b.age - a.age)
  for (const { name, id, age, sources, hasId = true } of sent) {
    now = NOW - age * HOUR
    for (const source of sources) {
      await sendEvent(emulator, source, name, source === 'server' || hasId ? id : undefined, now)
    }
  }
  now = NOW
  return withReports(emulator)
}

function failWith(part: string, code: number, status = 400, error_subcode?: number) {
  return (emulator: Emulator): Fetch =>
    async (input, init) =>
      (input as string).includes(part)
        ? Response.json({ error: { message: 'No', code, error_subcode } }, { status })
        : emulator.fetch(input as string, init)
}

const direct = (emulator: Emulator): Fetch => emulator.fetch as Fetch

const NOTHING = /^Not known: Meta returned nothing about the pixel\. /

/** What the report must answer, and the first word of each thing to do. */
const STATES: [
  state: string,
  sent: Sent[],
  fetch: (emulator: Emulator) => Fetch,
  answer: RegExp,
  advice: string[],
  codes?: string[],
][] = [
  [
    'fine',
    [visits, leads],
    direct,
    /^Yes: Meta counted about (?<Lead>\d+) Leads\. For (?<covered>[\d.]+)% /,
    [],
  ],
  [
    'no server copy',
    [visits, leads].map((each) => ({ ...each, sources: ['browser'] as Source[] })),
    direct,
    /^No: Meta received (?<browser>\d+) events from browsers, but none from your server\.$/,
    ['Ask'],
  ],
  [
    'no browser copy',
    [visits, leads].map((each) => ({ ...each, sources: ['server'] as Source[] })),
    direct,
    /^Partly: Meta received (?<server>\d+) events from a server, but none from browsers\.$/,
    ['Open', 'If'],
  ],
  [
    'nothing',
    [],
    direct,
    /^No: in the last seven days, Meta received no event,/,
    ['Open', 'Ask', 'Compare'],
  ],
  [
    'the first minute, before Meta counts',
    [],
    (emulator) => async (input, init) =>
      (input as string).includes('last_fired_time')
        ? Response.json({ id: ENV.META_PIXEL_ID, last_fired_time: new Date(NOW).toISOString() })
        : emulator.fetch(input as string, init),
    /^Not known: the pixel has fired in the last seven days, but Meta counts no event yet\.$/,
    ['Run'],
  ],
  ['an expired token', [visits], failWith('', 190, 400, 463), NOTHING, [], ['token-broken']],
  ['no permission at all', [visits], failWith('', 200), NOTHING, [], ['report-not-permitted']],
  [
    'no permission for one part',
    [visits],
    failWith('SERVER_ONLY', 200),
    /^Not known: Meta did not return the number of events from the server\.$/,
    ['See'],
    ['part-not-permitted'],
  ],
  [
    'throttling',
    [visits],
    failWith('WEB_ONLY', 80_004),
    /^Not known: Meta did not return the number of events from browsers\.$/,
    ['See'],
    ['part-missing'],
  ],
  ['one event name', [visits], direct, /^Partly: Meta received only PageView,/, ['Fill', 'If']],
  [
    'duplicates',
    [visits, { ...leads, hasId: false }],
    direct,
    /^Partly: Meta may count each Lead twice, because only (?<identified>[\d.]+)% of those from browsers/,
    ['Ask'],
  ],
  [
    'a start an hour ago',
    [
      { ...visits, times: 3, from: 1 },
      { ...leads, times: 1, from: 0.4 },
    ],
    direct,
    /^Yes so far, since Sunday 2026-11-22, 08:00 to 09:00 UTC: Meta counted about (?<Lead>\d+) Lead\. /,
    [],
  ],
  [
    'a week without ads',
    [
      { ...visits, times: 300, from: 320, until: 200 },
      { ...leads, from: 300, until: 200 },
      { ...visits, times: 9, from: 160 },
      { ...leads, times: 1, from: 30 },
    ],
    direct,
    /^Yes: Meta counted about (?<Lead>\d+) Lead\. /,
    [],
  ],
  ['the wrong pixel', [], failWith('', 100, 400, 33), NOTHING, [], ['pixel-not-found']],
  [
    'a silent server',
    [
      { ...visits, sources: ['browser'] },
      { ...leads, until: 26.5 },
    ],
    direct,
    /^No: Meta has received no server event for (?<silent>\d+) hours; the last one was Lead on Saturday 2026-11-21, 07:00 to 08:00 UTC\.$/,
    ['Ask', 'Ask'],
  ],
  [
    'two days without visitors',
    [{ ...leads, until: 48 }],
    direct,
    /^Partly: events arrived from browsers and a server, but none for (?<silent>\d+) hours; the last one was Lead on /,
    ['If', 'Ask'],
  ],
]

describe('the verdict', () => {
  it.each(STATES)('of %s', async (_, sent, toFetch, answer, advice, codes = []) => {
    const emulator = await play(sent)
    const result = await runReport({ env: ENV, fetch: toFetch(emulator), now: () => NOW })
    const { pixels, unread, findings } = result
    const [report] = pixels
    const text = report?.verdict.answer ?? unread.join()
    const { groups = {} } = answer.exec(text) ?? expect.fail(text)
    expect((report?.verdict.advice ?? []).map((each) => each.split(' ')[0])).toEqual(advice)
    expect(findings.flatMap(({ level, code }) => (level === 'error' ? [code] : []))).toEqual(codes)
    // Each number again, from the events that the emulator received.
    const events = emulator.events().filter((each) => each.received_at > NOW - 168 * HOUR)
    const of = (source: Source) => events.filter((each) => each.source === source)
    const ids = new Set(of('server').map(({ event_id }) => event_id))
    const isCovered = ({ event_id = '' }) => ids.has(event_id)
    const lead = of('browser').filter(({ event_name }) => event_name === 'Lead')
    const last = of('server').at(-1)?.received_at ?? 0
    const truth: Record<string, () => number> = {
      Lead: () =>
        new Set(events.flatMap((e) => (e.event_name === 'Lead' ? [e.event_id] : []))).size,
      browser: () => of('browser').length,
      server: () => of('server').length,
      covered: () => (of('browser').filter(isCovered).length / of('browser').length) * 100,
      identified: () => (lead.filter(({ event_id }) => event_id).length / lead.length) * 100,
      silent: () => Math.floor((NOW - (last - (last % HOUR)) - HOUR) / HOUR),
    }
    for (const [name, value] of Object.entries(groups)) expect(Number(value)).toBe(truth[name]!())
    if (!report) return
    expect(renderText(report).startsWith(text)).toBe(true)
    for (const { name, browser, server } of report.events) {
      if (browser === undefined || server === undefined) continue
      const count = (source: Source) => of(source).filter((each) => each.event_name === name).length
      expect([browser, server]).toEqual([count('browser'), count('server')])
      const distinct = (list: typeof events) =>
        new Set(list.filter((e) => e.event_name === name).map((e, n) => e.event_id ?? n)).size
      const once = report.verdict.facts.find((fact) => fact.startsWith(`${name}:`))!
      expect(once).toMatch(new RegExp(`= about ${distinct(events)}\\.$`))
    }
  })

  it('is about each copy of each conversion', () => {
    const numbers = [0, 10, 40]
    const combinations = numbers.flatMap((browser) =>
      numbers.flatMap((server) =>
        [undefined, 0, 100].flatMap((coverage) =>
          [1, 30].flatMap((age) =>
            [0, 3].map((paid) => ({ browser, server, coverage, age, paid })),
          ),
        ),
      ),
    )
    for (const each of combinations) {
      const { browser, server, coverage, age, paid } = each
      const count = (name: string, number: number, hours = 1) =>
        number > 0 ? [{ name, count: number, start: NOW - hours * HOUR }] : []
      const { answer } = describeVerdict({
        digits: '890',
        events: [
          { name: 'PageView', browser: 900, server: 900, coverage: 100 },
          // Meta's pixel adds it.
          { name: 'SubscribedButtonClick', browser: 90, server: 0 },
          { name: 'Lead', browser, server, ...(coverage !== undefined && { coverage }) },
          { name: 'Contract', browser: 0, server: paid },
        ],
        hours: {
          browser: [...count('PageView', 900), ...count('Lead', browser)],
          server: [
            ...count('PageView', 900),
            ...count('Lead', server, age),
            ...count('Contract', paid),
          ],
        },
        unread: [],
        to: NOW,
      })
      const share = browser > 0 ? Math.min(server / browser, (coverage ?? 100) / 100) : 1
      const isMissing = browser > 0 && (server === 0 || age === 30)
      const isWeak = share < 0.75 || browser + server + paid === 0
      const expected = isMissing ? 'No' : isWeak ? 'Partly' : 'Yes'
      expect(answer, JSON.stringify(each)).toMatch(new RegExp(`^${expected}\\b`))
      const isShown = expected === 'Yes' && browser === 0 && server > 0
      expect(answer.includes(`${server} Leads (only from a server)`)).toBe(isShown)
      // Meta returned no number of copies.
      const isRange = expected === 'Yes' && browser > 0
      expect(answer.includes(`${Math.max(browser, server)} to ${browser + server} Leads`)).toBe(
        isRange,
      )
    }
  })

  /** Meta's one-click Conversions API sends a copy of each event of the pixel, which counts as an event of a server. */
  describe('of the copies that Meta may have made itself', () => {
    const UNKNOWN = /^Meta does not say whose server sent its server events/
    const OURS = (count: number, more = '') =>
      `Your logs show ${count} events that Meta accepted from your server${more}.`

    async function reportWith(logs: string[] = []) {
      const emulator = await play([visits, leads])
      const fetch = emulator.fetch as Fetch
      const { pixels } = await runReport({ env: ENV, fetch, now: () => NOW, logs })
      return pixels[0]!.verdict
    }

    /** Writes the log of a function for the outcomes. A minute later, it writes a summary. */
    async function writeLog(kinds: Outcome['kind'][], everyEvent: boolean, pixelId = '1234567890') {
      const lines: string[] = []
      let nowMs = NOW
      const write = (line: string) => void lines.push(`host INFO ${line}`)
      const log = logOutcome({ everyEvent, write, now: () => nowMs })
      for (const [n, kind] of kinds.entries()) {
        nowMs += 61_000
        const details = { durationMs: 1, attempts: 1, dropped: [], warnings: [], pixelId }
        log({ kind, eventName: 'Lead', eventId: `e-${n}`, ...details } as Outcome)
      }
      const path = join(await createFolder(), 'host.log')
      await writeFile(path, lines.join('\n'))
      return path
    }

    it('does not call them ours without a file', async () => {
      const { answer, facts } = await reportWith()
      expect(answer).toMatch(/^Yes: /)
      expect(facts.at(-1)).toMatch(UNKNOWN)
      expect([answer, ...facts].join()).not.toMatch(/your server/)
    })

    it.each([true, false])('counts ours in a log, everyEvent: %s', async (everyEvent) => {
      const log = await writeLog(['accepted', 'accepted', 'accepted', 'rejected'], everyEvent)
      const { answer, facts } = await reportWith([log])
      expect(answer).toMatch(/^Yes: /)
      expect(facts.at(-1)).toBe(OURS(3, ', and 1 other outcome'))
      expect(facts.join()).not.toMatch(UNKNOWN)
    })

    it.each<[string, Outcome['kind'][], string, RegExp]>([
      [
        'fails',
        ['upstream_error', 'given_up'],
        '1234567890',
        /^No: Meta received \d+ events from a server, but your logs show only failures of yours\.$/,
      ],
      [
        'logs nothing',
        [],
        '1234567890',
        /^Not known: Meta received \d+ events from a server, but your logs show none of yours\.$/,
      ],
      ['sends to another pixel', ['accepted'], '55', /^Not known: /],
    ])('says so if the function %s', async (_, kinds, pixelId, expected) => {
      const { answer, advice } = await reportWith([await writeLog(kinds, true, pixelId)])
      expect(answer).toMatch(expected)
      expect(advice.at(-1)).toContain("Meta's own Conversions API setup")
    })
  })

  it('reads all pages of the hours', async () => {
    const emulator = await play([visits, leads])
    let pages = 0
    const paged: Fetch = async (input, init) => {
      const response = await emulator.fetch(input as string, init)
      const url = new URL(input as string)
      if (!url.searchParams.has('event_source')) return response
      pages += 1
      const { data } = (await response.json()) as { data: unknown[] }
      const at = Number(url.searchParams.get('after') ?? 0)
      const isLast = at + 25 >= data.length
      const cursors = { after: String(at + 25) }
      const paging = isLast ? {} : { cursors, next: `${url}&access_token=${TOKEN}` }
      return Response.json({ data: data.slice(at, at + 25), paging })
    }
    const whole = await runReport({ env: ENV, fetch: direct(emulator), now: () => NOW })
    expect(await runReport({ env: ENV, fetch: paged, now: () => NOW })).toEqual(whole)
    expect(pages).toBeGreaterThan(4)
  })
})

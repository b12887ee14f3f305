import { sha256Hex } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openApp } from './open-app.fixture.ts'
import { openPage, type PageSetUp } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const pixel = { id: '1234567890' }

function openWithPixel(setUp: PageSetUp = {}) {
  const elements: object[] = []
  const page = openPage({
    script: buildTracker({ name: 'polaris', pixel }),
    ...setUp,
    globals: { fbq: undefined, ...setUp.globals },
    document: {
      createElement: (tagName: string) => ({ tagName }),
      head: { append: (element: object) => elements.push(element) },
      ...setUp.document,
    },
  })
  return { ...page, tracker: page.tracker, elements }
}

describe('pixel', () => {
  it('is loaded and receives the PageView with the event ID that the proxy receives', () => {
    const { window, elements, sent } = openWithPixel()
    expect(elements).toEqual([
      { tagName: 'script', src: 'https://connect.facebook.net/en_US/fbevents.js' },
    ])
    expect(window['fbq'].queue).toEqual([
      ['init', pixel.id],
      ['track', 'PageView', {}, { eventID: sent()[0]!.event_id }],
    ])
    expect(window['_fbq']).toBe(window['fbq'])
  })

  it('does not send its own page views', () => {
    expect(openWithPixel().window['fbq'].disablePushState).toBe(true)
  })

  it('receives events directly once it has loaded', () => {
    const { window, tracker } = openWithPixel()
    const calls: unknown[][] = []
    window['fbq'].callMethod = (...call: unknown[]) => calls.push(call)
    const eventID = tracker.track('Lead')
    expect(calls).toEqual([['track', 'Lead', {}, { eventID }]])
    expect(window['fbq'].queue).toHaveLength(2)
  })

  it('is loaded from the URL in src', () => {
    const src = '/emulator/en_US/fbevents.js'
    const script = buildTracker({ name: 'polaris', pixel: { ...pixel, src } })
    expect(openWithPixel({ script }).elements).toMatchObject([{ src }])
  })

  it('is loaded with a policy if the browser supports Trusted Types', () => {
    const policies: string[] = []
    const trustedTypes = {
      createPolicy(name: string, { createScriptURL }: { createScriptURL: () => string }) {
        policies.push(name)
        return {
          createScriptURL(...args: string[]) {
            if (args.length === 0) throw new TypeError('1 argument required')
            return { trusted: createScriptURL() }
          },
        }
      },
    }
    const { elements } = openWithPixel({ globals: { trustedTypes } })
    const trusted = 'https://connect.facebook.net/en_US/fbevents.js'
    expect(elements).toMatchObject([{ src: { trusted } }])
    expect(policies).toEqual(['conversion-capi'])
  })

  it('is loaded without a policy if the page does not allow it', () => {
    const trustedTypes = {
      createPolicy() {
        throw new TypeError('Policy disallowed.')
      },
    }
    const { elements } = openWithPixel({ globals: { trustedTypes } })
    expect(elements).toMatchObject([{ src: 'https://connect.facebook.net/en_US/fbevents.js' }])
  })

  it('is not loaded if the page already has a pixel', () => {
    const hits: unknown[][] = []
    const fbq = (...hit: unknown[]) => hits.push(hit)
    const { window, elements } = openWithPixel({ globals: { fbq } })
    expect(window['fbq']).toBe(fbq)
    expect(elements).toEqual([])
    expect(hits.map(([command]) => command)).toEqual(['track'])
  })

  it('is loaded once, after the visitor has consented', () => {
    const script = buildTracker({ name: 'polaris', pixel, consent: 'wait' })
    const { window, tracker, elements } = openWithPixel({ script })
    expect([elements, window['fbq']]).toEqual([[], undefined])
    tracker.consent(true)
    tracker.consent(true)
    expect(elements).toHaveLength(1)
  })

  it('does not prevent the request to the proxy if it cannot be loaded', () => {
    const { sent } = openWithPixel({ document: { head: null } })
    expect(sent()).toHaveLength(1)
  })
})

const ANNA = sha256Hex('anna@school.example')

/** Opens a page whose tracker passes personal data to the pixel. */
function openMatched(options: Partial<TrackerOptions> = {}, setUp: PageSetUp = {}) {
  const script = buildTracker({
    name: 'polaris',
    pixel: { ...pixel, advancedMatching: true },
    ...options,
  })
  const page = openWithPixel({ script, ...setUp })
  return {
    ...page,
    tracker: page.tracker,
    /** The calls of the pixel without their last arguments. */
    calls: () => ((page.window['fbq']?.queue ?? []) as unknown[][]).map((call) => call.slice(0, 3)),
  }
}

describe('advanced matching', () => {
  it('passes the hashes of the proxy and the hash of the external ID to the pixel, before the event', () => {
    const { tracker, calls, sent } = openMatched()
    const pii = {
      email: ' Anna@School.Example ',
      phone: '+7 912 345-67-89',
      firstName: 'Анна',
      lastName: 'Petrova',
      externalId: 'parent-42',
    }
    tracker.track('Lead', { value: 1 }, pii)
    const { fbp: _, ...userData } = sent('Lead')[0]!.user_data!
    expect(userData).toMatchObject({ em: ANNA, external_id: 'parent-42' })
    expect(calls()).toEqual([
      ['init', pixel.id],
      ['track', 'PageView', {}],
      ['init', pixel.id, { ...userData, external_id: sha256Hex('parent-42') }],
      ['track', 'Lead', { value: 1 }],
    ])
  })

  it('passes personal data once: the pixel ignores further data with a warning', () => {
    const { tracker, calls } = openMatched({ pageView: false })
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    tracker.track('Schedule', {}, { email: 'anna@school.example', phone: '+48 601 234 567' })
    tracker.track('Subscribe')
    expect(calls()).toEqual([
      ['init', pixel.id],
      ['init', pixel.id, { em: ANNA }],
      ['track', 'Lead', {}],
      ['track', 'Schedule', {}],
      ['track', 'Subscribe', {}],
    ])
  })

  it.each([
    undefined,
    null,
    '',
    {},
    'anna@school.example',
    { email: '', phone: null, externalId: '' },
    { email: 'not an email' },
    { externalId: {} },
    { city: 'Riga' },
  ])('waits for the first event with personal data: %j', (pii) => {
    const { tracker, calls } = openMatched({ pageView: false })
    tracker.track('Lead', {}, pii)
    tracker.track('Schedule', {}, { email: 'anna@school.example' })
    expect(calls()).toEqual([
      ['init', pixel.id],
      ['track', 'Lead', {}],
      ['init', pixel.id, { em: ANNA }],
      ['track', 'Schedule', {}],
    ])
  })

  it("removes the appendix of Meta's library, which the pixel would hash again", () => {
    const { tracker, calls, sent } = openMatched({ pageView: false })
    tracker.track('Lead', {}, { em: `${ANNA}.AQYCAQMB`, externalId: `parent.${ANNA}.1` })
    expect(sent()[0]!.user_data!.em).toBe(`${ANNA}.AQYCAQMB`)
    expect(calls()[1]).toEqual([
      'init',
      pixel.id,
      { em: ANNA, external_id: sha256Hex(`parent.${ANNA}.1`) },
    ])
  })

  it.each([
    ['Parent 42', sha256Hex('parent42')],
    [42, sha256Hex('42')],
    ['601234567', sha256Hex('601234567')],
    [ANNA, ANNA],
    [`${ANNA.toUpperCase()}.AQYCAQMB`, ANNA],
  ])("hashes the external ID %j as Meta's script does", (externalId, hash) => {
    const { tracker, calls } = openMatched({ pageView: false })
    tracker.track('Lead', {}, { externalId })
    expect(calls()[1]).toEqual(['init', pixel.id, { external_id: hash }])
  })

  it('passes only hashes', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('Anna', '+7 912 345-67-89', 'a@b.example'))
    const pii = fc.record(
      { email: text, phone: text, firstName: text, ln: text, external_id: text, note: text },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(pii, (data) => {
        const { tracker, calls } = openMatched({ pageView: false })
        tracker.track('Lead', {}, data)
        const hashes = (calls().find(([, , keys]) => keys)?.[2] ?? {}) as object
        expect('external_id' in hashes).toBe(/\S/.test(data.external_id ?? ''))
        for (const [key, hash] of Object.entries(hashes)) {
          expect([key, hash]).toEqual([
            expect.stringMatching(/^(em|ph|fn|ln|external_id)$/),
            expect.stringMatching(/^[\da-f]{64}$/),
          ])
        }
      }),
      { numRuns: 50 },
    )
  })

  it('passes nothing to a pixel that the page loads', () => {
    const hits: unknown[][] = []
    const { tracker, elements } = openMatched(
      {},
      { globals: { fbq: (...hit: unknown[]) => hits.push(hit) } },
    )
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(elements).toEqual([])
    expect(hits.map((hit) => hit.slice(0, 2))).toEqual([
      ['track', 'PageView'],
      ['track', 'Lead'],
    ])
    expect(JSON.stringify(hits)).not.toContain(ANNA)
  })

  it('passes nothing before consent, and the data of the queued event after it', () => {
    const { tracker, calls, window } = openMatched({ consent: 'wait' })
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(window['fbq']).toBe(undefined)
    tracker.consent(true)
    expect(calls()).toEqual([
      ['init', pixel.id],
      ['track', 'PageView', {}],
      ['init', pixel.id, { em: ANNA }],
      ['track', 'Lead', {}],
    ])
  })

  it('forgets personal data of an event that the visitor refused', () => {
    const { tracker, calls } = openMatched({ consent: 'wait' })
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    tracker.consent(false)
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    tracker.consent(true)
    tracker.track('Schedule')
    expect(calls()).toEqual([
      ['init', pixel.id],
      ['track', 'Schedule', {}],
    ])
  })

  it('passes nothing if the browser sends Global Privacy Control', () => {
    const navigator = { globalPrivacyControl: true }
    const { tracker, window, elements } = openMatched({}, { navigator })
    tracker.consent(true)
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect([window['fbq'], elements]).toEqual([undefined, []])
  })

  it('passes nothing on an excluded page, even if the pixel was loaded on another page', () => {
    const script = buildTracker({
      name: 'polaris',
      pixel: { ...pixel, advancedMatching: true },
      singlePage: true,
      exclude: ['/student'],
    })
    const app = openApp({
      script,
      globals: { fbq: undefined },
      document: { createElement: () => ({}), head: { append() {} } },
    })
    const { queue } = app.window['fbq'] as { queue: unknown[][] }
    const before = queue.length
    app.go('/student/lessons/1')
    app.tracker.track('Lead', {}, { email: 'student@school.example' })
    expect(queue).toHaveLength(before)
    app.go('/courses')
    app.tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(queue.slice(before).map((call) => call.slice(0, 3))).toEqual([
      ['track', 'PageView', {}],
      ['init', pixel.id, { em: ANNA }],
      ['track', 'Lead', {}],
    ])
  })

  it('is off by default', () => {
    const { tracker, window } = openWithPixel()
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(JSON.stringify(window['fbq'].queue)).not.toContain(ANNA)
  })
})

describe('the settings of the pixel', () => {
  const queueOf = (options: Partial<TrackerOptions>) =>
    openWithPixel({ script: buildTracker({ name: 'polaris', pageView: false, ...options }) })
      .window['fbq'].queue as unknown[][]

  it.each([
    [1, 1000],
    [0, 0],
  ])('marks events for limited data use before init: %i, %i', (country, state) => {
    const limitedDataUse = { country, state }
    expect(queueOf({ pixel: { ...pixel, limitedDataUse } })).toEqual([
      ['dataProcessingOptions', ['LDU'], country, state],
      ['init', pixel.id],
    ])
  })

  it('turns automatic events off before init with autoConfig: false', () => {
    expect(queueOf({ pixel: { ...pixel, autoConfig: false } })).toEqual([
      ['set', 'autoConfig', false, pixel.id],
      ['init', pixel.id],
    ])
  })

  it('turns automatic events off if pages are excluded', () => {
    const off = ['set', 'autoConfig', false, pixel.id]
    expect(queueOf({ pixel, exclude: ['/student'] })[0]).toEqual(off)
    expect(queueOf({ pixel, exclude: [] })[0]).toEqual(['init', pixel.id])
  })
})

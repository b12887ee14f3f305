import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { openPage, type PageSetUp } from './open-page.fixture.ts'
import { READY_DEBUG_SCRIPT, READY_FULL_SCRIPT, READY_SCRIPT } from './script.generated.ts'

const Element = function () {} as unknown as new () => object
const POINTER = 'Load tracker.full.js or tracker.debug.js.'
const HTMLCollection = function () {} as unknown as new () => object

/** Runs a ready script in a page whose script tag has this `dataset`, or as a module if it is `null`. */
function openWithTag(
  dataset: Record<string, string> | null,
  { script = READY_SCRIPT, ...setUp }: PageSetUp = {},
) {
  const elements: object[] = []
  const listened: string[] = []
  const logged: string[] = []
  const log = (...words: unknown[]) => void logged.push(words.join(' '))
  const page = openPage({
    ...setUp,
    script: '',
    globals: {
      Element,
      HTMLCollection,
      Document: {
        prototype: {
          get currentScript() {
            return dataset && { dataset }
          },
        },
      },
      console: { log, warn: log, error: log },
      ...setUp.globals,
    },
    document: {
      createElement: () => ({}),
      head: { append: (element: object) => elements.push(element) },
      ...setUp.document,
    },
  })
  const { addEventListener } = page.window
  page.window['addEventListener'] = (type: string, listener: () => void) => {
    listened.push(type)
    addEventListener(type, listener)
  }
  page.run(script)
  return {
    ...page,
    tracker: page.window[dataset?.['name'] ?? 'tracker'],
    elements,
    listened,
    logged,
  }
}

describe('the ready script', () => {
  it('installs window.tracker with the default options if the tag has no attributes', () => {
    const { window, posts, sent, elements, listened } = openWithTag({})
    expect(Object.keys(window['tracker'])).toEqual(['push', 'track', 'consent'])
    expect(posts.map(({ url }) => url)).toEqual([CONVERSION_PATH])
    expect(sent()).toMatchObject([
      { event_name: 'PageView', event_source_url: 'https://www.school.example/physics' },
    ])
    expect(elements).toEqual([])
    expect(listened).toEqual(['pageshow', 'prerenderingchange', 'online'])
  })

  it('reads data-name as the global variable and the storage key', async () => {
    const page = openWithTag({ name: 'polaris' }, { respond: () => Promise.reject(new Error()) })
    await page.settle()
    expect(page.window['polaris']).toBeDefined()
    expect(page.window['tracker']).toBe(undefined)
    expect(page.stored('polaris')).toHaveLength(1)
  })

  it('reads data-endpoint', () => {
    const { posts } = openWithTag({ endpoint: 'https://proxy.school.example/' })
    expect(posts[0]!.url).toBe('https://proxy.school.example/')
  })

  it('does not send the automatic PageView with data-page-view="false"', () => {
    expect(openWithTag({ pageView: 'false' }).sent()).toEqual([])
    expect(openWithTag({ pageView: 'true' }).sent()).toHaveLength(1)
  })

  it('ignores Global Privacy Control with data-global-privacy-control="ignore"', () => {
    const navigator = { globalPrivacyControl: true }
    expect(openWithTag({}, { navigator }).sent()).toEqual([])
    expect(openWithTag({ globalPrivacyControl: 'ignore' }, { navigator }).sent()).toHaveLength(1)
  })

  it('reads data-debug in tracker.debug.js', async () => {
    const page = openWithTag({ debug: '' }, { script: READY_DEBUG_SCRIPT, globals: { Response } })
    await page.settle()
    expect(page.logged).toEqual([expect.stringContaining('PageView was delivered.')])
  })

  it('points to tracker.debug.js if tracker.js has the attribute data-debug', () => {
    expect(openWithTag({ debug: '' }).logged).toEqual([
      `conversion-capi: data-debug is unknown or invalid. ${POINTER}`,
    ])
  })

  it('reads data-query-parameters', () => {
    const url = 'https://school.example/?utm_source=a&x=1&utm_medium=b'
    const dataset = { queryParameters: 'utm_source,utm_medium' }
    const { sent } = openWithTag(dataset, { url, script: READY_FULL_SCRIPT })
    expect(sent()[0]!.event_source_url).toBe('https://school.example/?utm_source=a&utm_medium=b')
  })

  it('reads the pixel ID and the URL of the pixel from data-pixel', () => {
    const globals = { fbq: undefined }
    const { window, elements } = openWithTag({ pixel: '1234567890' }, { globals })
    expect(window['fbq'].queue[0]).toEqual(['init', '1234567890'])
    expect(elements).toMatchObject([{ src: 'https://connect.facebook.net/en_US/fbevents.js' }])
    const elsewhere = openWithTag({ pixel: '1 /pixel.js' }, { globals })
    expect(elsewhere.elements).toMatchObject([{ src: '/pixel.js' }])
  })

  it.each(['', 'true'])('reads data-advanced-matching=%j', (advancedMatching) => {
    const { tracker, window } = openWithTag(
      { pixel: '1', advancedMatching },
      { script: READY_FULL_SCRIPT, globals: { fbq: undefined } },
    )
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    expect(window['fbq'].queue[2]).toEqual(['init', '1', { em: sha256Hex('anna@school.example') }])
  })

  it('reads data-limited-data-use and data-auto-config', () => {
    const dataset = { pixel: '1', limitedDataUse: '1:1000', autoConfig: 'false' }
    const { window, logged } = openWithTag(dataset, {
      script: READY_FULL_SCRIPT,
      globals: { fbq: undefined },
    })
    expect(window['fbq'].queue.slice(0, 3)).toEqual([
      ['dataProcessingOptions', ['LDU'], 1, 1000],
      ['set', 'autoConfig', false, '1'],
      ['init', '1'],
    ])
    expect(logged).toEqual([])
  })

  it.each(['', '1', '2:0', '1:999', 'true', ' 0:0', '1:1000:1'])(
    'does not load the pixel if data-limited-data-use is unusable: %j',
    (limitedDataUse) => {
      const { window, elements, logged, sent } = openWithTag(
        { pixel: '1', limitedDataUse },
        { script: READY_DEBUG_SCRIPT, globals: { fbq: undefined } },
      )
      expect([window['fbq'], elements]).toEqual([undefined, []])
      expect(sent()).toHaveLength(1)
      expect(logged).toEqual([
        'conversion-capi: data-limited-data-use must be like "1:1000" or "0:0". The pixel is not loaded.',
      ])
    },
  )

  it.each<[Record<string, string>, string]>([
    [{ advancedMatching: 'no' }, 'data-advanced-matching'],
    [{ advancedMatching: 'false' }, 'data-advanced-matching'],
    [{ autoConfig: 'off' }, 'data-auto-config'],
    [{ autoConfig: '' }, 'data-auto-config'],
  ])('sends less if an attribute of the pixel is unusable: %j', (attributes, name) => {
    const { tracker, window, logged } = openWithTag(
      { pixel: '1', ...attributes },
      { script: READY_FULL_SCRIPT, globals: { fbq: undefined } },
    )
    tracker.track('Lead', {}, { email: 'anna@school.example' })
    const commands = window['fbq'].queue.map(([command]: [string]) => command)
    const expected = ['init', 'track', 'track']
    expect(commands).toEqual('autoConfig' in attributes ? ['set', ...expected] : expected)
    expect(logged).toEqual([
      `conversion-capi: ${name} is unknown or invalid. Load tracker.debug.js for the reason.`,
    ])
  })

  it('reads data-single-page', () => {
    const history = { pushState() {}, replaceState() {} }
    const { pushState } = history
    openWithTag({}, { globals: { history }, script: READY_FULL_SCRIPT })
    expect(history.pushState).toBe(pushState)
    openWithTag({ singlePage: '' }, { globals: { history }, script: READY_FULL_SCRIPT })
    expect(history.pushState).not.toBe(pushState)
  })

  it.each([
    ['7:8', '8 912 345 67 89', '79123456789'],
    ['48', '601 234 567', '48601234567'],
  ])('reads data-national-phone=%j', (nationalPhone, phone, normalized) => {
    const { tracker, sent, logged } = openWithTag({ nationalPhone }, { script: READY_FULL_SCRIPT })
    tracker.track('Lead', {}, { phone })
    expect(sent('Lead')[0]!.user_data!.ph).toBe(sha256Hex(normalized))
    expect(logged).toEqual([])
  })

  it.each<[Record<string, string>, string]>([
    [{ pixle: '1' }, 'data-pixle is not an attribute of this script.'],
    [{ endPiont: '/x' }, 'data-end-piont is not an attribute of this script.'],
    [{ consent: 'Wait' }, 'data-consent must be "wait". The tracker waits for consent.'],
    [{ consent: '' }, 'data-consent must be "wait". The tracker waits for consent.'],
    [
      { globalPrivacyControl: 'off' },
      'data-global-privacy-control must be "honor" or "ignore". The tracker honors it.',
    ],
    [{ nationalPhone: '+48' }, 'data-national-phone must be like "48" or "7:8".'],
    [{ nationalPhone: '7:' }, 'data-national-phone must be like "48" or "7:8".'],
    [{ pixel: 'abc' }, 'data-pixel must be like "1234567890" or "1234567890 /fbevents.js".'],
    [{ constructor: '' }, 'data-constructor is not an attribute of this script.'],
  ])('warns about the unknown or invalid attribute %j', (dataset, message) => {
    expect(openWithTag(dataset).logged).toEqual([
      `conversion-capi: ${message.split(' ')[0]} is unknown or invalid. ${POINTER}`,
    ])
    expect(openWithTag(dataset, { script: READY_DEBUG_SCRIPT }).logged).toEqual([
      `conversion-capi: ${message}`,
    ])
  })

  it('accepts the attributes with which consent platforms are told to leave a script alone', () => {
    const dataset = {
      cookieconsent: 'ignore',
      cookieyes: 'ignore',
      otIgnore: '',
      ucAllowed: 'true',
    }
    const { logged, sent } = openWithTag(dataset)
    expect(logged).toEqual([])
    expect(sent()).toHaveLength(1)
    expect(openWithTag({ cookieconsents: 'ignore' }).logged).toHaveLength(1)
  })

  it.each<[Record<string, string>, string]>([
    [{ exclude: '/student' }, READY_SCRIPT],
    [{ exclude: '' }, READY_FULL_SCRIPT],
    [{ pixel: '1', limitedDataUse: '1:1000' }, READY_SCRIPT],
    [{ pixel: '1', autoConfig: 'false' }, READY_SCRIPT],
    [{ pixel: '1', advancedMatching: '' }, READY_SCRIPT],
    [{ nationalPhone: '48' }, READY_SCRIPT],
    [{ queryParameters: 'utm_source' }, READY_SCRIPT],
  ])('installs nothing with %j, which another script supports', (dataset, script) => {
    const page = openWithTag(dataset, { script, globals: { fbq: undefined } })
    expect([page.window['tracker'], page.window['fbq'], page.elements]).toEqual([
      undefined,
      undefined,
      [],
    ])
    expect(page.posts).toEqual([])
    expect(page.logged).toEqual([expect.stringContaining(' is unknown or invalid. Load tracker.')])
  })

  it.each(['wait', 'Wait', 'wait ', 'granted', ''])(
    'waits for consent with data-consent=%j',
    (consent) => {
      const { tracker, sent } = openWithTag({ consent })
      expect(sent()).toEqual([])
      tracker.consent(true)
      expect(sent()).toHaveLength(1)
    },
  )

  it('does not read the attributes of an element named currentScript', () => {
    const element = Object.assign(new Element(), {
      dataset: { endpoint: 'https://evil.example/', pixel: '1 https://evil.example/evil.js' },
    })
    const { posts, elements } = openWithTag({}, { document: { currentScript: element } })
    expect(posts.map(({ url }) => url)).toEqual([CONVERSION_PATH])
    expect(elements).toEqual([])
  })

  it.each([
    [READY_SCRIPT, `type is unknown or invalid. ${POINTER}`],
    [READY_DEBUG_SCRIPT, 'The tracker must be a classic script: remove type="module".'],
  ])('warns and installs nothing if it runs as a module', (script, message) => {
    const { window, posts, logged } = openWithTag(null, { script })
    expect(window['tracker']).toBeUndefined()
    expect(posts).toEqual([])
    expect(logged).toEqual([`conversion-capi: ${message}`])
  })

  it.each(['location', 'document', 'fbq', '_fbq', '__proto__', 'constructor', 'event'])(
    'warns and does not replace window.%s',
    (name) => {
      for (const [script, message] of [
        [READY_SCRIPT, `data-name is unknown or invalid. ${POINTER}`],
        [
          READY_DEBUG_SCRIPT,
          `data-name must not be "${name}", which the page or the browser uses.`,
        ],
      ] as const) {
        const globals = { event: undefined, fbq: undefined }
        const { window, posts, logged } = openWithTag({ name }, { script, globals })
        expect(window[name]?.track).toBeUndefined()
        expect(posts).toEqual([])
        expect(logged).toEqual([`conversion-capi: ${message}`])
      }
    },
  )

  it('replaces an array of calls, and elements whose id is the name of the tracker', () => {
    const element = Object.assign(new Element(), { track: new Element(), map: new Element() })
    for (const polaris of [element, new HTMLCollection()]) {
      const { window, logged } = openWithTag({ name: 'polaris' }, { globals: { polaris } })
      expect(typeof window['polaris'].track).toBe('function')
      expect(logged).toEqual([])
    }
    const early = `(window.polaris ??= []).push((polaris) => polaris.track('Lead'));`
    const { sent } = openWithTag({ name: 'polaris' }, { script: early + READY_SCRIPT })
    expect(sent('Lead')).toHaveLength(1)
  })

  it('reads data-declarative', () => {
    expect(openWithTag({ declarative: '' }).listened).toContain('submit')
  })
})

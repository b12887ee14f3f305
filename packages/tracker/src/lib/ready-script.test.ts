import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { openPage, type PageSetUp } from './open-page.fixture.ts'
import { READY_SCRIPT } from './script.generated.ts'

/** Runs the ready script in a page whose script tag has this `dataset`. */
function openWithTag(dataset: Record<string, string>, setUp: PageSetUp = {}) {
  const elements: object[] = []
  const listened: string[] = []
  const page = openPage({
    script: READY_SCRIPT,
    ...setUp,
    document: {
      currentScript: { dataset },
      createElement: () => ({}),
      head: { append: (element: object) => elements.push(element) },
      addEventListener: (type: string) => listened.push(type),
    },
  })
  return { ...page, tracker: page.window[dataset['name'] ?? 'tracker'], elements, listened }
}

describe('the ready script', () => {
  it('installs window.tracker with the default options if the tag has no attributes', () => {
    const { window, posts, sent, elements, listened } = openWithTag({})
    expect(Object.keys(window['tracker'])).toEqual(['track', 'consent'])
    expect(posts.map(({ url }) => url)).toEqual([CONVERSION_PATH])
    expect(sent()).toMatchObject([
      { event_name: 'PageView', event_source_url: 'https://www.school.example/physics' },
    ])
    expect(elements).toEqual([])
    expect(listened).toEqual(['prerenderingchange'])
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

  it('turns the automatic PageView off with data-page-view="false"', () => {
    expect(openWithTag({ pageView: 'false' }).sent()).toEqual([])
    expect(openWithTag({ pageView: 'true' }).sent()).toHaveLength(1)
  })

  it('waits for consent with data-consent="wait"', () => {
    const { tracker, sent } = openWithTag({ consent: 'wait' })
    expect(sent()).toEqual([])
    tracker.consent(true)
    expect(sent()).toHaveLength(1)
  })

  it('ignores Global Privacy Control with data-global-privacy-control="ignore"', () => {
    const navigator = { globalPrivacyControl: true }
    expect(openWithTag({}, { navigator }).sent()).toEqual([])
    expect(openWithTag({ globalPrivacyControl: 'ignore' }, { navigator }).sent()).toHaveLength(1)
  })

  it('reads data-debug', async () => {
    const logged: unknown[] = []
    const globals = { console: { log: (...words: unknown[]) => logged.push(words) } }
    const page = openWithTag({ debug: '' }, { globals })
    await page.settle()
    expect(logged).toEqual([[true, page.posts[0]!.init.body]])
  })

  it('reads data-query-parameters', () => {
    const url = 'https://school.example/?utm_source=a&x=1&utm_medium=b'
    const { sent } = openWithTag({ queryParameters: 'utm_source,utm_medium' }, { url })
    expect(sent()[0]!.event_source_url).toBe('https://school.example/?utm_source=a&utm_medium=b')
  })

  it('reads data-national-phone', () => {
    const { tracker, sent } = openWithTag({ nationalPhone: '7:8' })
    tracker.track('Lead', {}, { phone: '8 912 345 67 89' })
    expect(sent('Lead')[0]!.user_data!.ph).toBe(sha256Hex('79123456789'))
  })

  it('reads the pixel id and the URL of the pixel from data-pixel', () => {
    const globals = { fbq: undefined }
    const { window, elements } = openWithTag({ pixel: '1234567890' }, { globals })
    expect(window['fbq'].queue[0]).toEqual(['init', '1234567890'])
    expect(elements).toMatchObject([{ src: 'https://connect.facebook.net/en_US/fbevents.js' }])
    const elsewhere = openWithTag({ pixel: '1 /pixel.js' }, { globals })
    expect(elsewhere.elements).toMatchObject([{ src: '/pixel.js' }])
  })

  it('reads data-single-page', () => {
    const history = { pushState() {}, replaceState() {} }
    const { pushState } = history
    openWithTag({}, { globals: { history } })
    expect(history.pushState).toBe(pushState)
    openWithTag({ singlePage: '' }, { globals: { history } })
    expect(history.pushState).not.toBe(pushState)
  })

  it('reads data-declarative', () => {
    expect(openWithTag({ declarative: '' }).listened).toContain('submit')
  })
})

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { sha256Hex } from '@conversion-capi/core/pii'
import { describe, expect, it } from 'vitest'

import { openPage, type PageSetUp } from './open-page.fixture.ts'
import { SCRIPT_TAG } from './script.generated.ts'

/** Runs the ready script in a tag with these `data-*` attributes, as `dataset` names them. */
function openWithTag(dataset: Record<string, string>, setUp: PageSetUp = {}) {
  const elements: object[] = []
  const listened: string[] = []
  const page = openPage({
    script: SCRIPT_TAG,
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
  it('is window.tracker with every default when its tag says nothing', () => {
    const { window, posts, sent, elements, listened } = openWithTag({})
    expect(Object.keys(window['tracker'])).toEqual(['track', 'consent'])
    expect(posts.map(({ url }) => url)).toEqual([CONVERSION_PATH])
    expect(sent()).toMatchObject([
      { event_name: 'PageView', event_source_url: 'https://www.school.example/physics' },
    ])
    expect(elements).toEqual([])
    expect(listened).toEqual(['prerenderingchange'])
  })

  it('reads data-name, for the global and for the store', async () => {
    const page = openWithTag({ name: 'polaris' }, { answer: () => Promise.reject(new Error()) })
    await page.settle()
    expect(page.window['polaris']).toBeDefined()
    expect(page.window['tracker']).toBe(undefined)
    expect(page.stored('polaris')).toHaveLength(1)
  })

  it('reads data-endpoint', () => {
    const { posts } = openWithTag({ endpoint: 'https://proxy.school.example/' })
    expect(posts[0]!.url).toBe('https://proxy.school.example/')
  })

  it('reads data-page-view="off"', () => {
    expect(openWithTag({ pageView: 'off' }).sent()).toEqual([])
    expect(openWithTag({ pageView: 'on' }).sent()).toHaveLength(1)
  })

  it('reads data-consent="wait"', () => {
    const { tracker, sent } = openWithTag({ consent: 'wait' })
    expect(sent()).toEqual([])
    tracker.consent(true)
    expect(sent()).toHaveLength(1)
  })

  it('reads data-gpc="off"', () => {
    const navigator = { globalPrivacyControl: true }
    expect(openWithTag({}, { navigator }).sent()).toEqual([])
    expect(openWithTag({ gpc: 'off' }, { navigator }).sent()).toHaveLength(1)
  })

  it('reads data-debug', async () => {
    const told: unknown[] = []
    const globals = { console: { log: (...words: unknown[]) => told.push(words) } }
    const page = openWithTag({ debug: '' }, { globals })
    await page.settle()
    expect(told).toEqual([[true, page.posts[0]!.init.body]])
  })

  it('reads data-query', () => {
    const url = 'https://school.example/?utm_source=a&x=1&utm_medium=b'
    const { sent } = openWithTag({ query: 'utm_source,utm_medium' }, { url })
    expect(sent()[0]!.event_source_url).toBe('https://school.example/?utm_source=a&utm_medium=b')
  })

  it('reads data-phone', () => {
    const { tracker, sent } = openWithTag({ phone: '7:8' })
    tracker.track('Lead', {}, { phone: '8 912 345 67 89' })
    expect(sent('Lead')[0]!.user_data!.ph).toBe(sha256Hex('79123456789'))
  })

  it('reads data-pixel and data-pixel-src', () => {
    const globals = { fbq: undefined }
    const { window, elements } = openWithTag({ pixel: '1234567890' }, { globals })
    expect(window['fbq'].queue[0]).toEqual(['init', '1234567890'])
    expect(elements).toMatchObject([{ src: 'https://connect.facebook.net/en_US/fbevents.js' }])
    const elsewhere = openWithTag({ pixel: '1', pixelSrc: '/pixel.js' }, { globals })
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

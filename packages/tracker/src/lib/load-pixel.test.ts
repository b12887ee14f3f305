import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage, type PageSetUp } from './open-page.fixture.ts'

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
  it('is loaded, and told of the PageView under the proxy’s id', () => {
    const { window, elements, sent } = openWithPixel()
    expect(elements).toEqual([
      {
        tagName: 'script',
        src: 'https://connect.facebook.net/en_US/fbevents.js',
        async: true,
      },
    ])
    expect(window['fbq'].queue).toEqual([
      ['init', pixel.id],
      ['track', 'PageView', {}, { eventID: sent()[0]!.event_id }],
    ])
    expect(window['_fbq']).toBe(window['fbq'])
  })

  it('sends no page views of its own', () => {
    expect(openWithPixel().window['fbq'].disablePushState).toBe(true)
  })

  it('is given what comes once it has arrived', () => {
    const { window, tracker } = openWithPixel()
    const calls: unknown[][] = []
    window['fbq'].callMethod = (...call: unknown[]) => calls.push(call)
    const eventID = tracker.track('Lead')
    expect(calls).toEqual([['track', 'Lead', {}, { eventID }]])
    expect(window['fbq'].queue).toHaveLength(2)
  })

  it('can be loaded from elsewhere', () => {
    const src = '/emulator/en_US/fbevents.js'
    const script = buildTracker({ name: 'polaris', pixel: { ...pixel, src } })
    expect(openWithPixel({ script }).elements).toMatchObject([{ src }])
  })

  it('is left alone when the page has one', () => {
    const hits: unknown[][] = []
    const fbq = (...hit: unknown[]) => hits.push(hit)
    const { window, elements } = openWithPixel({ globals: { fbq } })
    expect(window['fbq']).toBe(fbq)
    expect(elements).toEqual([])
    expect(hits.map(([command]) => command)).toEqual(['track'])
  })

  it('is not loaded before the visitor agrees, nor twice', () => {
    const script = buildTracker({ name: 'polaris', pixel, consent: 'wait' })
    const { window, tracker, elements } = openWithPixel({ script })
    expect([elements, window['fbq']]).toEqual([[], undefined])
    tracker.consent(true)
    tracker.consent(true)
    expect(elements).toHaveLength(1)
  })

  it('may be forbidden without harm to the proxy’s copy', () => {
    const { sent } = openWithPixel({ document: { head: null } })
    expect(sent()).toHaveLength(1)
  })
})

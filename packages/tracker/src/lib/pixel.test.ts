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
  it('is loaded and receives the PageView with the event ID that the proxy receives', () => {
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

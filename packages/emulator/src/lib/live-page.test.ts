import { Script } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { createEmulator } from './create-emulator.ts'
import { LIVE_PAGE_SCRIPT } from './live-page-script.ts'
import { LIVE_PAGE_STYLE } from './live-page-style.ts'
import { BASE } from './requests.fixture.ts'

const page = await createEmulator({ pixelId: 'pixel-7', maxEvents: 50 }).fetch(`${BASE}/`)
const policy = page.headers.get('Content-Security-Policy') ?? ''
const html = await page.text()

/** The colours of one scheme, by the names of their custom properties. */
function palette(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((match) => match.slice(1)),
  )
}

/** https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the live page', () => {
  it('names its pixel and how many copies it keeps', () => {
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('pixel-7')
    expect(html).toContain('data-max-events="50"')
  })

  it('loads nothing from elsewhere, and its policy lets nothing else run', () => {
    expect(html).not.toMatch(/(?:src|href)="(?!data:,|events\.json)|@import|url\(/)
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`connect-src 'self'`)
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1]
    expect(html.match(/<(?:script|style)\b[^>]*>/g)).toEqual([
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ])
  })

  it('has a new nonce for every answer', async () => {
    const other = await createEmulator().fetch(`${BASE}/`)
    expect(other.headers.get('Content-Security-Policy')).not.toBe(policy)
  })

  it('has a script that compiles and never writes HTML', () => {
    expect(() => new Script(LIVE_PAGE_SCRIPT)).not.toThrow()
    expect(LIVE_PAGE_SCRIPT).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(/,
    )
    expect(LIVE_PAGE_SCRIPT).not.toContain('</')
  })

  it.each([
    ['light', LIVE_PAGE_STYLE.split('@media')[0] ?? ''],
    ['dark', LIVE_PAGE_STYLE.split('@media')[1] ?? ''],
  ])('keeps the contrast of WCAG AA when it is %s', (_, css) => {
    const colours = palette(css)
    const pairs = [
      ['text', 'page'],
      ['text', 'surface'],
      ['text', 'sunken'],
      ['muted', 'page'],
      ['muted', 'surface'],
      ['warn', 'page'],
      ['warn', 'surface'],
      ['browser', 'browser-soft'],
      ['server', 'server-soft'],
    ] as const
    const tooLow = pairs.filter(([front, back]) => contrast(colours[front], colours[back]) < 4.5)
    expect(Object.keys(colours)).toHaveLength(13)
    expect(tooLow).toEqual([])
    expect(contrast(colours.accent, colours.page)).toBeGreaterThan(3)
  })
})

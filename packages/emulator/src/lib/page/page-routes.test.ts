import { readFile } from 'node:fs/promises'
import { Script } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { generateSource } from '../../../scripts/generate-source.ts'
import { LIVE_PAGE_SCRIPT, LIVE_PAGE_STYLE } from '../browser.generated.ts'
import { BASE_URL, NOW, sendEvents, sendPixelEvent, serverEvent } from '../requests.fixture.ts'

const now = () => NOW
const page = await createEmulator({ pixelId: 'pixel-7', maxEvents: 50 }).fetch(`${BASE_URL}/`)
const policy = page.headers.get('Content-Security-Policy') ?? ''
const html = await page.text()

/** Returns the colors of one color scheme by custom property. */
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

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('GET /', () => {
  it('contains the pixel id and the maximum number of events', () => {
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('pixel-7')
    expect(html).toContain('data-max-events="50"')
  })

  it('loads no external resources, and its policy allows only its own script and style', () => {
    expect(html).not.toMatch(/(?:src|href)="(?!data:,|events\.json)|@import|url\(/)
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`connect-src 'self'`)
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1]
    expect(html.match(/<(?:script|style)\b[^>]*>/g)).toEqual([
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ])
  })

  it('has a new nonce in every response', async () => {
    const other = await createEmulator().fetch(`${BASE_URL}/`)
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
  ])('meets the contrast of WCAG AA in the %s color scheme', (_, css) => {
    const colors = palette(css)
    const pairs = [
      ['text', 'page'],
      ['text', 'surface'],
      ['text', 'sunken'],
      ['muted', 'page'],
      ['muted', 'surface'],
      ['warn', 'page'],
      ['warn', 'surface'],
      ['danger', 'surface'],
      ['danger', 'danger-soft'],
      ['browser', 'browser-soft'],
      ['server', 'server-soft'],
    ] as const
    const tooLow = pairs.filter(([front, back]) => contrast(colors[front], colors[back]) < 4.5)
    expect(Object.keys(colors)).toHaveLength(15)
    expect(tooLow).toEqual([])
    expect(contrast(colors.accent, colors.page)).toBeGreaterThan(3)
  })
})

describe('/events.json and /clear', () => {
  it('lists the same events and rejected requests as events() and rejections()', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Lead', eid: 'lead-1' })
    await sendEvents(emulator, serverEvent())
    await sendEvents(emulator, serverEvent({ event_time: 0 }))
    const response = await emulator.fetch(`${BASE_URL}/events.json`)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(emulator.rejections()).toHaveLength(1)
    expect(await response.json()).toEqual({
      events: emulator.events(),
      rejections: emulator.rejections(),
    })
  })

  it('returns 304 until the events or the rejected requests change', async () => {
    const emulator = createEmulator({ now })
    const list = (etag = '') =>
      emulator.fetch(`${BASE_URL}/events.json`, { headers: { 'If-None-Match': etag } })

    const first = (await list()).headers.get('ETag') ?? ''
    expect((await list(first)).status).toBe(304)
    await sendEvents(emulator, serverEvent())
    const second = await list(first)
    expect(second.status).toBe(200)
    expect((await list(second.headers.get('ETag') ?? '')).status).toBe(304)
    await sendEvents(emulator, serverEvent({ event_time: 0 }))
    expect((await list(second.headers.get('ETag') ?? '')).status).toBe(200)
    emulator.clear()
    expect((await list(second.headers.get('ETag') ?? '')).status).toBe(200)
  })

  it('returns 200 for the ETag of another emulator', async () => {
    const etag = (await createEmulator().fetch(`${BASE_URL}/events.json`)).headers.get('ETag') ?? ''
    const response = await createEmulator().fetch(`${BASE_URL}/events.json`, {
      headers: { 'If-None-Match': etag },
    })
    expect(response.status).toBe(200)
  })

  it('clears the events, their ids and the rejected requests, as clear() does', async () => {
    for (const clear of [
      (emulator: ReturnType<typeof createEmulator>) => emulator.clear(),
      (emulator: ReturnType<typeof createEmulator>) =>
        emulator.fetch(`${BASE_URL}/clear`, { method: 'POST' }),
    ]) {
      const emulator = createEmulator({ now })
      await sendEvents(emulator, serverEvent())
      await sendEvents(emulator, serverEvent({ event_time: 0 }))
      await clear(emulator)
      expect(emulator.events()).toEqual([])
      expect(emulator.rejections()).toEqual([])
      await sendEvents(emulator, serverEvent())
      expect(emulator.events()).toMatchObject([{ counted: true }])
    }
  })
})

describe('browser.generated.ts', () => {
  it('is up to date with the files in src/lib/browser', async () => {
    const file = new URL('../browser.generated.ts', import.meta.url)
    expect(await readFile(file, 'utf8'), 'Run `pnpm generate`.').toBe(await generateSource())
  })
})

import { readdir, readFile } from 'node:fs/promises'
import { Script } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import { generateSource } from '../../../scripts/generate-source.ts'
import { LIVE_PAGE_SCRIPT, LIVE_PAGE_STYLE } from '../browser.generated.ts'
import { BASE_URL, NOW, sendEvents, sendPixelEvent, serverEvent } from '../requests.fixture.ts'
import type { LiveContent } from '../record/records.ts'

const now = () => NOW
const page = await createEmulator({ pixelId: 'pixel-7', maxEvents: 50 }).fetch(`${BASE_URL}/`)
const policy = page.headers.get('Content-Security-Policy') ?? ''
const html = await page.text()

async function settingsOf(emulator: Emulator): Promise<object> {
  const text = await (await emulator.fetch(`${BASE_URL}/`)).text()
  const attribute = /data-settings="([^"]*)"/.exec(text)?.[1] ?? ''
  const json = attribute.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return JSON.parse(json) as object
}

async function listContent(emulator: Emulator): Promise<LiveContent> {
  const response = await emulator.fetch(`${BASE_URL}/events.json`)
  return (await response.json()) as LiveContent
}

function postFaults(emulator: Emulator, faults: unknown): Promise<Response> {
  return emulator.fetch(`${BASE_URL}/faults`, { method: 'POST', body: JSON.stringify(faults) })
}

describe('GET /', () => {
  it('contains the settings of the emulator', async () => {
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const siteUrl = 'https://school.example/?a="><script>&b=\''
    expect(await settingsOf(createEmulator({ pixelId: 'p-7', maxEvents: 50, siteUrl }))).toEqual({
      pixelId: 'p-7',
      maxEvents: 50,
      siteUrl,
    })
    expect(html.match(/<script\b/g)).toHaveLength(1)
  })

  it('does not contain the access token, which could be a secret', async () => {
    const emulator = createEmulator({ accessToken: 'EAAGm0PX4ZCpsBAK-secret' })
    expect(await settingsOf(emulator)).toEqual({ pixelId: '1234567890', maxEvents: 10_000 })
    expect(await (await emulator.fetch(`${BASE_URL}/`)).text()).not.toContain('EAAGm0PX4ZCpsBAK')
  })

  it('loads no external resources, and its policy allows only its own script and style', () => {
    const markup = html.replace(LIVE_PAGE_SCRIPT, '')
    expect(markup).not.toMatch(/(?:src|href)="(?!data:,|events\.json)|@import|url\(/)
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`connect-src 'self'`)
    expect(policy).toContain(`require-trusted-types-for 'script'; trusted-types 'none'`)
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

  it('has a script that compiles, from sources that never write HTML', async () => {
    expect(() => new Script(LIVE_PAGE_SCRIPT)).not.toThrow()
    expect(LIVE_PAGE_SCRIPT).not.toMatch(/<\/|<!--/)
    const folder = new URL('../browser/live-page/', import.meta.url)
    const files = (await readdir(folder, { recursive: true })).filter((name) => /tsx?$/.test(name))
    for (const file of files) {
      expect(await readFile(new URL(file, folder), 'utf8')).not.toMatch(
        /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(/i,
      )
    }
    expect(files.length).toBeGreaterThan(10)
  })
})

/** https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
function luminance(color = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// axe-core checks the contrast of texts in tests/browsers, but not of borders and the focus ring.
it.each([
  ['control', 'surface'],
  ['accent', 'surface'],
])('has a contrast of at least 3:1 between the colors %s and %s', (front, back) => {
  const find = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(LIVE_PAGE_STYLE) ?? []
  for (const scheme of [1, 2]) {
    const [dark = 0, light = 0] = [front, back]
      .map((name) => luminance(find(name)[scheme]))
      .sort((one, other) => one - other)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(3)
  }
})

describe('/events.json and /clear', () => {
  it('lists everything recorded, and the active faults', async () => {
    const emulator = createEmulator({ now })
    await sendPixelEvent(emulator, { ev: 'Lead', eid: 'lead-1' })
    await sendEvents(emulator, serverEvent({ event_time: 0 }))
    const faults = { status: { status: 503 } }
    emulator.setFaults(faults)
    await sendEvents(emulator, serverEvent())
    const outcome = { kind: 'kept', durationMs: 3, attempts: 3, dropped: [], warnings: [] }
    emulator.recordOutcome(outcome)

    expect(await listContent(emulator)).toEqual({
      events: emulator.events(),
      rejections: emulator.rejections(),
      outcomes: [{ ...outcome, received_at: NOW }],
      faults,
    })
  })

  it('clears everything recorded and its ids, as clear() does', async () => {
    for (const clear of [
      (emulator: Emulator) => emulator.clear(),
      (emulator: Emulator) => emulator.fetch(`${BASE_URL}/clear`, { method: 'POST' }),
    ]) {
      const emulator = createEmulator({ now })
      await sendEvents(emulator, serverEvent())
      await sendEvents(emulator, serverEvent({ event_time: 0 }))
      emulator.recordOutcome({ kind: 'bot', durationMs: 1, attempts: 0, dropped: [], warnings: [] })
      await clear(emulator)
      expect(await listContent(emulator)).toEqual({
        events: [],
        rejections: [],
        outcomes: [],
        faults: {},
      })
      await sendEvents(emulator, serverEvent())
      expect(emulator.events()).toMatchObject([{ counted: true }])
    }
  })

  it('hides tokens and unhashed personal data, wherever they were sent', async () => {
    const token = 'EAAGm0PX4ZCpsBAKZCrealLooking0123456789abcdefGHIJ'
    const emulator = createEmulator({ now })
    const event_source_url = `https://school.example/?email=mary@example.com&t=${token}`
    const custom_data = {
      [token]: `a ${token} b`,
      json: JSON.stringify({ token }),
      buyer: { first_name: 'Mary' },
      note: 'call +49 175 7654321',
    }
    const event = serverEvent({ event_id: token, event_source_url, custom_data })
    await sendEvents(emulator, { ...event, custom_data: { ...custom_data, buyer: {} } })
    await sendEvents(emulator, event)
    await sendPixelEvent(emulator, { ev: token, eid: token, dl: token, 'cd[token]': token })
    const { events, rejections } = await listContent(emulator)
    expect([events.length, rejections.length]).toEqual([2, 1])
    expect(JSON.stringify([events, rejections])).not.toMatch(/EAAG|mary|7654321/i)
  })

  it('lists different ids that contain personal data as different ids', async () => {
    const emulator = createEmulator({ now })
    for (const event_id of ['mary@example.com', 'mary@example.com', 'bob@example.com']) {
      await sendEvents(emulator, serverEvent({ event_id }))
    }
    const ids = (await listContent(emulator)).events.map(({ event_id }) => event_id)
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringContaining(String(ids[0]))])
    expect(ids[0]).toMatch(/^\[masked [\da-f]{6}\]$/)
  })
})

describe('/faults', () => {
  it('replaces the faults', async () => {
    const emulator = createEmulator({ now })
    const faults = { networkError: {} }
    expect(await (await postFaults(emulator, faults)).json()).toEqual(faults)
    await expect(sendEvents(emulator, serverEvent())).rejects.toThrow('fetch failed')
    expect(await (await emulator.fetch(`${BASE_URL}/faults`)).json()).toEqual(faults)
  })

  it('returns 400 for invalid faults, and keeps the previous ones', async () => {
    const faults = { hang: {} }
    const emulator = createEmulator({ now, faults })
    for (const body of [{ outage: 1 }, { status: {} }, null, 'x']) {
      const response = await postFaults(emulator, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringMatching(/^faults/) },
      })
    }
    expect(await (await emulator.fetch(`${BASE_URL}/faults`)).json()).toEqual(faults)
  })
})

describe('browser.generated.ts', () => {
  it('is up to date with the files in src/lib/browser', async () => {
    const file = new URL('../browser.generated.ts', import.meta.url)
    expect(await readFile(file, 'utf8'), 'Run `pnpm generate`.').toBe(await generateSource())
  })
})

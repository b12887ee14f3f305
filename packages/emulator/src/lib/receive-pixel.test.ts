import { describe, expect, it } from 'vitest'

import { createEmulator } from './create-emulator.ts'
import { BASE, EMAIL_HASH, hit, NOW, refusal } from './requests.fixture.ts'

const now = () => NOW
const FIELDS = {
  id: '1234567890',
  ev: 'Purchase',
  eid: 'buy-1',
  dl: 'https://school.example/pay',
  rl: 'https://school.example/',
  ts: String(NOW - 1500),
  fbp: 'fb.1.1795170995788.352',
  'cd[value]': '1200.5',
  'cd[currency]': 'EUR',
  'ud[em]': EMAIL_HASH,
}
const RECORDED = {
  source: 'browser',
  event_name: 'Purchase',
  event_id: 'buy-1',
  event_time: NOW / 1000 - 2,
  event_source_url: 'https://school.example/pay',
  referrer_url: 'https://school.example/',
  user_data: { em: EMAIL_HASH, fbp: 'fb.1.1795170995788.352' },
  custom_data: { value: '1200.5', currency: 'EUR' },
  pixel_id: '1234567890',
  received_at: NOW,
  counted: true,
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('/tr', () => {
  it('answers a GET with a GIF of one pixel that no cache keeps', async () => {
    const response = await hit(createEmulator(), FIELDS)
    const bytes = new Uint8Array(await response.arrayBuffer())

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/gif')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe('GIF89a')
    expect(Array.from(bytes.slice(6, 10))).toEqual([1, 0, 1, 0])
  })

  it.each([
    ['in the query', `/tr?${new URLSearchParams(FIELDS)}`, {}],
    ['under /tr/', `/tr/?${new URLSearchParams(FIELDS)}`, {}],
    ['as a urlencoded form', '/tr', { method: 'POST', body: new URLSearchParams(FIELDS) }],
    ['as a multipart form', '/tr', { method: 'POST', body: form(FIELDS) }],
    [
      'as the text of a beacon',
      '/tr',
      { method: 'POST', body: String(new URLSearchParams(FIELDS)) },
    ],
    ['as flat JSON', '/tr', { method: 'POST', body: JSON.stringify(FIELDS) }],
    [
      'in query and body',
      `/tr?id=1234567890`,
      { method: 'POST', body: new URLSearchParams(FIELDS) },
    ],
  ])('records a hit whose fields come %s', async (_, path, init: RequestInit) => {
    const emulator = createEmulator({ now })
    expect((await emulator.fetch(BASE + path, init)).status).toBe(200)
    expect(emulator.events()).toEqual([RECORDED])
  })

  it('takes nested JSON with its types', async () => {
    const emulator = createEmulator({ now })
    const body = { id: 1234567890, ev: 'Lead', ts: NOW, cd: { value: 5 }, ud: { em: [EMAIL_HASH] } }
    await emulator.fetch(`${BASE}/tr`, { method: 'POST', body: JSON.stringify(body) })
    expect(emulator.events()).toMatchObject([
      { event_name: 'Lead', custom_data: { value: 5 }, user_data: { em: [EMAIL_HASH] } },
    ])
  })

  it('takes a hit with nothing but the pixel and the event, at its own time', async () => {
    const emulator = createEmulator({ now })
    await hit(emulator, { ev: 'PageView', ts: 'yesterday' })
    await hit(emulator, { ev: 'PageView' })

    const event = { event_name: 'PageView', event_time: NOW / 1000, user_data: {}, custom_data: {} }
    expect(emulator.events()).toMatchObject([event, event])
    expect(emulator.events()[0]).not.toHaveProperty('event_id')
  })

  it.each([
    ['a clear value', '?ud[em]=mary@example.com', undefined],
    ['a clear value before a hash', `?ud[em]=mary@example.com&ud[em]=${EMAIL_HASH}`, undefined],
    ['a clear value in an indexed list', '?ud[em][0]=mary@example.com', undefined],
    ['a clear value in a form', '', 'ud[em]=mary@example.com'],
    ['a clear value in JSON', '', '{"ud":{"em":"mary@example.com"}}'],
    ['a clear value in a JSON list', '', `{"ud":{"em":["${EMAIL_HASH}","mary@example.com"]}}`],
  ])('refuses %s, naming the key and not the value', async (_, query, body) => {
    const emulator = createEmulator()
    const url = `${BASE}/tr${query || '?'}&id=1234567890&ev=Lead`
    const response = await emulator.fetch(url, body ? { method: 'POST', body } : {})
    const text = await response.clone().text()

    expect(await refusal(response)).toEqual({ status: 400, code: 100, subcode: undefined })
    expect(text).toContain('user_data.em')
    expect(text).not.toContain('mary')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(emulator.events()).toEqual([])
  })

  it('refuses an unknown pixel, a missing event name and a body that is no fields', async () => {
    const emulator = createEmulator()
    const broken = {
      method: 'POST',
      body: '--x',
      headers: { 'Content-Type': 'multipart/form-data' },
    }

    expect(await refusal(await hit(emulator, { ev: 'Lead', id: '1' }))).toMatchObject({
      subcode: 33,
    })
    expect(await refusal(await hit(emulator, {}))).toMatchObject({ status: 400, code: 100 })
    for (const init of [
      broken,
      { method: 'POST', body: '[1]' },
      { method: 'POST', body: '{"id"' },
    ]) {
      const response = await emulator.fetch(`${BASE}/tr?id=1234567890&ev=Lead`, init)
      expect(await refusal(response)).toMatchObject({ status: 400, code: 100 })
    }
    expect(emulator.events()).toEqual([])
  })

  it('answers a preflight', async () => {
    const response = await createEmulator().fetch(`${BASE}/tr`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, OPTIONS')
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type')
  })
})

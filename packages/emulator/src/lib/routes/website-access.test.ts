import { describe, expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import {
  BASE_URL,
  EVENTS_URL,
  NOW,
  sendEvents,
  sendPixelEvent,
  serverEvent,
} from '../requests.fixture.ts'

const now = () => NOW
const PIXEL_URL = `${BASE_URL}/tr?id=1234567890&ev=Lead`

function send(headers: Record<string, string>) {
  const emulator = createEmulator({ now, allowedHosts: ['school.test'] })
  const events = JSON.stringify({ data: [serverEvent()], access_token: 'emulator-access-token' })
  const requests: [url: string, init: RequestInit][] = [
    [PIXEL_URL, { headers }],
    [PIXEL_URL, { method: 'POST', headers }],
    [EVENTS_URL, { method: 'POST', headers, body: events }],
  ]
  const statuses = requests.map(async ([url, init]) => (await emulator.fetch(url, init)).status)
  return { emulator, statuses: Promise.all(statuses) }
}

describe('the pixel and the Conversions API', () => {
  it.each([
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://attacker.example' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://attacker.example/page' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': '' },
    // A hostname that is not a secure context: browsers send no Sec-Fetch-Site.
    { Origin: 'http://attacker.example' },
    { Referer: 'http://attacker.example/' },
    { Origin: 'http://localhost.attacker.example' },
    { Origin: 'http://www.school.test' },
  ])('return 403 and record no event for %j, which another website can send', async (headers) => {
    const { emulator, statuses } = send(headers)
    expect(await statuses).toEqual([403, 403, 403])
    expect(emulator.events()).toEqual([])
    const [rejection] = emulator.rejections()
    expect(rejection).toMatchObject({
      status: 403,
      problem: 'Another website sent this request.',
      fix: 'Open your site at localhost or 127.0.0.1, or add its host to allowedHosts.',
      events: [],
    })
    expect(JSON.stringify(emulator.rejections())).not.toContain('attacker')
  })

  it.each([
    // The site under test on another port, or at the other name of this machine.
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:3000' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'http://[::1]:3000/courses' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://school.localhost/' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://school.test:8443' },
    { Origin: 'http://school.test' },
    // A page with the referrer policy no-referrer.
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-origin' },
    // A URL that someone opened.
    { 'Sec-Fetch-Site': 'none' },
    // Not a browser, e.g. the proxy.
    {},
  ])('accept requests with %j', async (headers) => {
    const { emulator, statuses } = send(headers)
    expect(await statuses).toEqual([200, 200, 200])
    expect(emulator.events()).toHaveLength(3)
  })

  it('let the pages of other websites read the 403', async () => {
    const emulator = createEmulator({ now })
    const headers = { Origin: 'https://attacker.example' }
    const response = await emulator.fetch(PIXEL_URL, { headers })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(await response.text()).toContain('add its host to allowedHosts.')
    expect((await sendPixelEvent(emulator, { ev: 'Lead' })).status).toBe(200)
  })
})

const PAGE_PATHS = ['/', '/events.json', '/stream', '/faults']

describe('the hostname of the live page', () => {
  it.each([
    'http://localhost:8787',
    'http://LOCALHOST',
    'https://emulator.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:8787',
  ])('can be %s', async (origin) => {
    const emulator = createEmulator({ now })
    await sendEvents(emulator, serverEvent())
    for (const path of PAGE_PATHS) expect((await emulator.fetch(origin + path)).status).toBe(200)
    expect((await emulator.fetch(`${origin}/clear`, { method: 'POST' })).status).toBe(204)
  })

  it.each([
    'http://attacker.example',
    'http://localhost.attacker.example',
    'http://notlocalhost',
    'http://127.0.0.1.attacker.example',
    'http://192.168.1.7:8787',
    'https://graph.facebook.com',
  ])('cannot be %s, so that DNS rebinding reveals nothing', async (origin) => {
    const emulator = createEmulator({ now })
    await sendEvents(emulator, serverEvent())
    const paths = PAGE_PATHS.map((path) => [path, 'GET'])
    for (const [path, method] of [...paths, ['/clear', 'POST'], ['/faults', 'POST']]) {
      const response = await emulator.fetch(origin + path, { method: method! })
      expect(response.status).toBe(403)
      expect(await response.text()).toContain('Add its host to allowedHosts.')
    }
    expect(emulator.events()).toHaveLength(1)
  })

  it('is also checked in the Host header, in case the server does not use it for the URL', async () => {
    const { fetch } = createEmulator({ allowedHosts: ['emulator.test'] })
    const open = async (Host: string) => (await fetch(`${BASE_URL}/`, { headers: { Host } })).status
    expect(await open('localhost:8787')).toBe(200)
    expect(await open('emulator.test')).toBe(200)
    expect(await open('attacker.example:8787')).toBe(403)
    expect(await open('a b')).toBe(403)
  })

  it('can be one of allowedHosts, on any port', async () => {
    const { fetch } = createEmulator({
      allowedHosts: ['emulator.test', '192.168.1.7', '[fd00::7]'],
    })
    for (const host of ['emulator.test', 'EMULATOR.TEST:8787', '192.168.1.7:80', '[fd00::7]']) {
      expect((await fetch(`http://${host}/events.json`)).status).toBe(200)
    }
    expect((await fetch('http://www.emulator.test/')).status).toBe(403)
  })
})

describe('POST /clear and POST /faults', () => {
  async function post(headers: Record<string, string>) {
    const emulator = createEmulator({ now, allowedHosts: ['emulator.test'] })
    await sendPixelEvent(emulator, { ev: 'Lead' })
    const send = (path: string, body?: string) =>
      emulator.fetch(`http://emulator.test/${path}`, {
        method: 'POST',
        headers,
        body: body ?? null,
      })
    const faults = await send('faults', '{"hang":{}}')
    const { status } = await send('clear')
    const active = await emulator.fetch('http://emulator.test/faults')
    return {
      statuses: [faults.status, status],
      events: emulator.events().length,
      faults: Object.keys((await active.json()) as object),
    }
  }

  it.each([
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://emulator.test' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://emulator.test' },
    // TLS ended at a proxy.
    { Origin: 'https://emulator.test' },
    // Not a browser, e.g. curl.
    {},
  ])('take effect for %j', async (headers) => {
    expect(await post(headers)).toEqual({ statuses: [200, 204], events: 0, faults: ['hang'] })
  })

  it.each([
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://attacker.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://emulator.test:3000' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': '' },
    { Origin: 'https://attacker.example' },
    { Origin: 'http://emulator.test:3000' },
    { Origin: 'http://emulator.test.attacker.example' },
    { Origin: 'null' },
    { Origin: '' },
  ])('return 403 and change nothing for %j, which another website can send', async (headers) => {
    expect(await post(headers)).toEqual({ statuses: [403, 403], events: 1, faults: [] })
  })
})

describe('responses of the live page', () => {
  it('cannot be embedded or read by other origins', async () => {
    const { fetch } = createEmulator()
    for (const path of PAGE_PATHS) {
      const { headers } = await fetch(BASE_URL + path)
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false)
    }
    const policy = (await fetch(`${BASE_URL}/`)).headers.get('Content-Security-Policy')
    expect(policy).toContain(`frame-ancestors 'none'`)
  })
})

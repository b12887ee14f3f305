import { describe, expect, it } from 'vitest'

import { createEmulator } from './emulator.ts'
import { BASE_URL, EVENTS_URL, NOW, sendPixelEvent, serverEvent } from './requests.fixture.ts'

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

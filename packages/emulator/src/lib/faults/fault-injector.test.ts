import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { describe, expect, it, vi } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import type { Faults } from './faults.ts'
import {
  BASE_URL,
  EVENTS_URL,
  postBody,
  sendPixelEvent,
  NOW,
  readError,
  sendEvents,
  serverEvent,
} from '../requests.fixture.ts'

const now = () => NOW

function createFaulty(faults: Faults): Emulator {
  return createEmulator({ now, faults })
}

describe('networkError', () => {
  it.each([
    [false, 0],
    [true, 1],
  ])(
    'with recorded: %s, rejects with a TypeError and records %i events',
    async (recorded, count) => {
      const emulator = createFaulty({ networkError: { recorded } })
      await expect(sendEvents(emulator, serverEvent())).rejects.toThrow(TypeError)
      expect(emulator.events()).toHaveLength(count)
    },
  )
})

describe('status', () => {
  it.each<[status: number, code: number, given?: object]>([
    [500, 2],
    [503, 2],
    [429, 4],
    [401, 190],
    [400, 100],
    // Throttling.
    [400, 613, { code: 613 }],
  ])(
    'returns %i with a Graph API error of code %i and records nothing',
    async (status, code, given = {}) => {
      const emulator = createFaulty({ status: { status, ...given } })
      const response = await sendEvents(emulator, serverEvent())
      expect(await readError(response)).toEqual({ status, code, subcode: undefined })
      expect(emulator.events()).toEqual([])
    },
  )

  it('sends a string as HTML and an object as JSON, unchanged', async () => {
    const emulator = createFaulty({
      status: { status: 502, body: '<h1>Bad Gateway</h1>' },
    })
    const html = await sendEvents(emulator, serverEvent())
    expect(html.status).toBe(502)
    expect(html.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await html.text()).toBe('<h1>Bad Gateway</h1>')

    emulator.setFaults({ status: { status: 400, body: { error: { code: 1 } } } })
    expect(await (await sendEvents(emulator, serverEvent())).json()).toEqual({ error: { code: 1 } })
  })
})

describe('hang', () => {
  it('waits until the signal aborts, then rejects with its reason', async () => {
    const emulator = createFaulty({ hang: {} })
    const controller = new AbortController()
    const response = postBody(emulator, { data: [serverEvent()] }, { signal: controller.signal })
    controller.abort(new Error('gave up'))
    await expect(response).rejects.toThrow('gave up')
    expect(emulator.events()).toEqual([])
  })
})

describe('a hanging Request without other references', () => {
  it('still rejects when its signal aborts after a garbage collection', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const emulator = createFaulty({ hang: {} })
    const controller = new AbortController()
    const rejected = vi.fn()
    hang()
    for (let round = 0; round < 3; round++) {
      await new Promise(setImmediate)
      collectGarbage()
    }
    controller.abort()
    await new Promise(setImmediate)
    expect(rejected).toHaveBeenCalledOnce()

    function hang(): void {
      const request = new Request(EVENTS_URL, { method: 'POST', signal: controller.signal })
      emulator.fetch(request).catch(rejected)
    }
  })
})

describe('endpoints', () => {
  it('excludes the pixel by default', async () => {
    const emulator = createFaulty({ networkError: {} })
    expect((await sendPixelEvent(emulator, { ev: 'PageView' })).status).toBe(200)
  })

  it('makes the pixel fail if tr is listed, with a response that other origins can read', async () => {
    const emulator = createFaulty({ status: { status: 503 }, endpoints: ['tr'] })
    const response = await sendPixelEvent(emulator, { ev: 'PageView' })
    expect(response.status).toBe(503)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await sendEvents(emulator, serverEvent())).status).toBe(200)
    expect(emulator.events()).toMatchObject([{ source: 'server' }])
  })

  it('never makes the live page or the pixel script fail', async () => {
    const emulator = createFaulty({ networkError: {}, endpoints: ['events', 'tr'] })
    for (const path of ['/', '/events.json', '/en_US/fbevents.js']) {
      expect((await emulator.fetch(BASE_URL + path)).status).toBe(200)
    }
  })
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterEach, describe, expect, it, vi } from 'vitest'

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
const ALWAYS = { probability: 1 }

function createFaulty(faults: Faults): Emulator {
  return createEmulator({ now, faults })
}

/** Sends requests one by one, and returns the status of each response, or `rejected`. */
async function sendMany(emulator: Emulator, count: number): Promise<unknown[]> {
  const results = []
  for (let index = 0; index < count; index++) {
    const response = sendEvents(emulator, serverEvent({ event_id: String(index) }))
    results.push(await response.then(({ status }) => status).catch(() => 'rejected'))
  }
  return results
}

afterEach(() => {
  vi.useRealTimers()
})

describe('networkError', () => {
  it.each([
    [false, 0],
    [true, 1],
  ])(
    'with recorded: %s, rejects with a TypeError and records %i events',
    async (recorded, count) => {
      const emulator = createFaulty({ networkError: { probability: 1, recorded } })
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
      const emulator = createFaulty({ status: { probability: 1, status, ...given } })
      const response = await sendEvents(emulator, serverEvent())
      expect(await readError(response)).toEqual({ status, code, subcode: undefined })
      expect(emulator.events()).toEqual([])
    },
  )

  it('sends a string as HTML and an object as JSON, unchanged', async () => {
    const emulator = createFaulty({
      status: { probability: 1, status: 502, body: '<h1>Bad Gateway</h1>' },
    })
    const html = await sendEvents(emulator, serverEvent())
    expect(html.status).toBe(502)
    expect(html.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await html.text()).toBe('<h1>Bad Gateway</h1>')

    emulator.setFaults({ status: { probability: 1, status: 400, body: { error: { code: 1 } } } })
    expect(await (await sendEvents(emulator, serverEvent())).json()).toEqual({ error: { code: 1 } })
  })
})

describe('brokenBody', () => {
  it('ends the body with an error after half of it, and records the event', async () => {
    const emulator = createFaulty({ brokenBody: ALWAYS })
    const response = await sendEvents(emulator, serverEvent())
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('application/json')

    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toMatch(/^{"events_received":1/)
    await expect(reader?.read()).rejects.toThrow(TypeError)
    expect(emulator.events()).toHaveLength(1)
  })
})

describe('hang', () => {
  it('waits until the signal aborts, then rejects with its reason', async () => {
    const emulator = createFaulty({ hang: ALWAYS })
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
    const emulator = createFaulty({ hang: ALWAYS })
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

describe('latency', () => {
  it('delays the response by ms milliseconds', async () => {
    vi.useFakeTimers()
    const emulator = createFaulty({ latency: { probability: 1, ms: 3000 } })
    const settled = vi.fn()
    const response = sendEvents(emulator, serverEvent()).finally(settled)

    await vi.advanceTimersByTimeAsync(2999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect((await response).status).toBe(200)
  })

  it.each([
    [false, 0],
    [true, 1],
  ])(
    'with recorded: %s, leaves %i recorded copies if the request is aborted meanwhile',
    async (recorded, copies) => {
      vi.useFakeTimers()
      const emulator = createFaulty({ latency: { probability: 1, ms: 3000, recorded } })
      const controller = new AbortController()
      const body = { data: [serverEvent()], access_token: 'emulator-access-token' }
      const response = postBody(emulator, body, { signal: controller.signal })
      const reason = response.catch((error: unknown) => error)

      await vi.advanceTimersByTimeAsync(1000)
      controller.abort(new Error('too late'))
      expect(await reason).toEqual(new Error('too late'))
      expect(vi.getTimerCount()).toBe(0)
      expect(emulator.events()).toHaveLength(copies)
    },
  )
})

describe('probability', () => {
  it('applies a fault at the given rate, to the same requests for the same seed', async () => {
    const faults = { status: { probability: 0.3, status: 500 } }
    const first = await sendMany(createEmulator({ now, faults, seed: 5 }), 400)
    const share = first.filter((status) => status === 500).length / 400

    expect(share).toBeCloseTo(0.3, 1)
    expect(await sendMany(createEmulator({ now, faults, seed: 5 }), 400)).toEqual(first)
    expect(await sendMany(createEmulator({ now, faults, seed: 6 }), 400)).not.toEqual(first)
  })

  it('of one fault does not change which requests another applies to', async () => {
    const status = { probability: 0.3, status: 500 }
    const alone = await sendMany(createFaulty({ status }), 200)
    const both = await sendMany(createFaulty({ status, networkError: { probability: 0.3 } }), 200)

    expect(both).toContain('rejected')
    const comparable = alone.filter((_, index) => both[index] !== 'rejected')
    expect(both.filter((each) => each !== 'rejected')).toEqual(comparable)
  })

  it('picks the same server requests regardless of pixel requests', async () => {
    const faults: Faults = {
      status: { probability: 0.3, status: 500 },
      endpoints: ['events', 'tr'],
    }
    const alone = await sendMany(createFaulty(faults), 50)
    const emulator = createFaulty(faults)
    await Promise.all(Array.from({ length: 7 }, () => sendPixelEvent(emulator, { ev: 'PageView' })))
    expect(await sendMany(emulator, 50)).toEqual(alone)
  })
})

describe('endpoints', () => {
  it('excludes the pixel by default', async () => {
    const emulator = createFaulty({ networkError: ALWAYS })
    expect((await sendPixelEvent(emulator, { ev: 'PageView' })).status).toBe(200)
  })

  it('makes the pixel fail if tr is listed, with a response that other origins can read', async () => {
    const emulator = createFaulty({ status: { probability: 1, status: 503 }, endpoints: ['tr'] })
    const response = await sendPixelEvent(emulator, { ev: 'PageView' })
    expect(response.status).toBe(503)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await sendEvents(emulator, serverEvent())).status).toBe(200)
    expect(emulator.events()).toMatchObject([{ source: 'server' }])
  })

  it('never makes the live page or the pixel script fail', async () => {
    const emulator = createFaulty({ networkError: ALWAYS, endpoints: ['events', 'tr'] })
    for (const path of ['/', '/events.json', '/en_US/fbevents.js']) {
      expect((await emulator.fetch(BASE_URL + path)).status).toBe(200)
    }
  })
})

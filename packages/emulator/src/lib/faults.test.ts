import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { createEmulator, type Emulator } from './create-emulator.ts'
import type { Faults } from './faults.ts'
import { BASE, EVENTS_URL, hit, NOW, refusal, send, serverEvent } from './requests.fixture.ts'

const now = () => NOW
const ALWAYS = { probability: 1 }

function failing(faults: Faults): Emulator {
  return createEmulator({ now, faults })
}

/** How each of many requests ended: its status, or `rejected`. */
async function outcomes(emulator: Emulator, count: number): Promise<unknown[]> {
  const results = []
  for (let index = 0; index < count; index++) {
    const answer = send(emulator, serverEvent({ event_id: String(index) }))
    results.push(await answer.then(({ status }) => status).catch(() => 'rejected'))
  }
  return results
}

afterEach(() => {
  vi.useRealTimers()
})

describe('networkError', () => {
  it('rejects as fetch does and records nothing', async () => {
    const emulator = failing({ networkError: ALWAYS })
    await expect(send(emulator, serverEvent())).rejects.toThrow(TypeError)
    expect(emulator.events()).toEqual([])
  })

  it('with taken, rejects after the event was recorded', async () => {
    const emulator = failing({ networkError: { probability: 1, taken: true } })
    await expect(send(emulator, serverEvent())).rejects.toThrow(TypeError)
    expect(emulator.events()).toMatchObject([{ event_id: 'lead-1', counted: true }])
  })
})

describe('status', () => {
  it.each([
    [500, 2],
    [503, 2],
    [429, 4],
    [401, 190],
    [400, 100],
  ])('answers %i with a Graph error of code %i and records nothing', async (status, code) => {
    const emulator = failing({ status: { probability: 1, status } })
    const response = await send(emulator, serverEvent())
    expect(await refusal(response)).toEqual({ status, code, subcode: undefined })
    expect(emulator.events()).toEqual([])
  })

  it('answers with the code that is set, such as throttling in a 400', async () => {
    const emulator = failing({ status: { probability: 1, status: 400, code: 613 } })
    expect(await refusal(await send(emulator, serverEvent()))).toMatchObject({
      status: 400,
      code: 613,
    })
  })

  it('sends a string as HTML and an object as JSON, unchanged', async () => {
    const emulator = failing({
      status: { probability: 1, status: 502, body: '<h1>Bad Gateway</h1>' },
    })
    const html = await send(emulator, serverEvent())
    expect(html.status).toBe(502)
    expect(html.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await html.text()).toBe('<h1>Bad Gateway</h1>')

    emulator.fail({ status: { probability: 1, status: 400, body: { error: { code: 1 } } } })
    expect(await (await send(emulator, serverEvent())).json()).toEqual({ error: { code: 1 } })
  })

  it('with taken, answers after the event was recorded', async () => {
    const emulator = failing({ status: { probability: 1, status: 504, taken: true } })
    expect((await send(emulator, serverEvent())).status).toBe(504)
    expect(emulator.events()).toHaveLength(1)
  })
})

describe('brokenBody', () => {
  it('breaks off half-way, after the event was recorded', async () => {
    const emulator = failing({ brokenBody: ALWAYS })
    const response = await send(emulator, serverEvent())
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('application/json')

    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toMatch(/^{"events_received":1/)
    await expect(reader?.read()).rejects.toThrow(TypeError)
    expect(emulator.events()).toHaveLength(1)
  })

  it('lets a retry be counted once', async () => {
    const emulator = failing({ brokenBody: ALWAYS })
    await expect((await send(emulator, serverEvent())).text()).rejects.toThrow(TypeError)
    emulator.fail({})
    expect((await send(emulator, serverEvent())).status).toBe(200)
    expect(emulator.events().map(({ counted }) => counted)).toEqual([true, false])
  })
})

describe('hang', () => {
  it('lasts until the signal aborts and rejects with its reason', async () => {
    const emulator = failing({ hang: ALWAYS })
    const controller = new AbortController()
    const body = JSON.stringify({ data: [serverEvent()] })
    const answer = emulator.fetch(EVENTS_URL, { method: 'POST', body, signal: controller.signal })

    controller.abort(new Error('had enough'))
    await expect(answer).rejects.toThrow('had enough')
    expect(emulator.events()).toEqual([])
  })

  it('honours the signal of a Request', async () => {
    const controller = new AbortController()
    const request = new Request(EVENTS_URL, { method: 'POST', signal: controller.signal })
    const answer = failing({ hang: ALWAYS }).fetch(request)
    controller.abort(new Error('had enough'))
    await expect(answer).rejects.toThrow('had enough')
  })
})

describe('a hanging Request that nobody else holds', () => {
  it('still hears its signal after a garbage collection', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const emulator = failing({ hang: ALWAYS })
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
  it('delays the answer by its milliseconds', async () => {
    vi.useFakeTimers()
    const emulator = failing({ latency: { probability: 1, ms: 3000 } })
    const settled = vi.fn()
    const answer = send(emulator, serverEvent()).finally(settled)

    await vi.advanceTimersByTimeAsync(2999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect((await answer).status).toBe(200)
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('with taken: %s, an abort meanwhile leaves %i copies', async (taken, copies) => {
    vi.useFakeTimers()
    const emulator = failing({ latency: { probability: 1, ms: 3000, taken } })
    const controller = new AbortController()
    const answer = emulator.fetch(`${EVENTS_URL}?access_token=emulator-access-token`, {
      method: 'POST',
      body: JSON.stringify({ data: [serverEvent()] }),
      signal: controller.signal,
    })
    const reason = answer.catch((error: unknown) => error)

    await vi.advanceTimersByTimeAsync(1000)
    controller.abort(new Error('too late'))
    expect(await reason).toEqual(new Error('too late'))
    expect(vi.getTimerCount()).toBe(0)
    expect(emulator.events()).toHaveLength(copies)
  })

  it('comes on top of a failure', async () => {
    vi.useFakeTimers()
    const emulator = failing({
      latency: { probability: 1, ms: 50 },
      status: { probability: 1, status: 500 },
    })
    const answer = send(emulator, serverEvent())
    await vi.advanceTimersByTimeAsync(50)
    expect((await answer).status).toBe(500)
  })
})

describe('probability', () => {
  it('never strikes at 0 and always at 1', async () => {
    const emulator = failing({ status: { probability: 0, status: 500 } })
    expect(new Set(await outcomes(emulator, 50))).toEqual(new Set([200]))
    emulator.fail({ status: { probability: 1, status: 500 } })
    expect(new Set(await outcomes(emulator, 50))).toEqual(new Set([500]))
  })

  it('strikes as often as it says, and alike for the same seed', async () => {
    const faults = { status: { probability: 0.3, status: 500 } }
    const first = await outcomes(createEmulator({ now, faults, seed: 5 }), 400)
    const share = first.filter((status) => status === 500).length / 400

    expect(share).toBeCloseTo(0.3, 1)
    expect(await outcomes(createEmulator({ now, faults, seed: 5 }), 400)).toEqual(first)
    expect(await outcomes(createEmulator({ now, faults, seed: 6 }), 400)).not.toEqual(first)
  })

  it('of one fault does not shift the sequence of another', async () => {
    const status = { probability: 0.3, status: 500 }
    const alone = await outcomes(failing({ status }), 200)
    const both = await outcomes(failing({ status, networkError: { probability: 0.3 } }), 200)

    expect(both).toContain('rejected')
    const comparable = alone.filter((_, index) => both[index] !== 'rejected')
    expect(both.filter((each) => each !== 'rejected')).toEqual(comparable)
  })

  it('is not shifted by what browsers do', async () => {
    const faults: Faults = {
      status: { probability: 0.3, status: 500 },
      endpoints: ['events', 'tr'],
    }
    const alone = await outcomes(failing(faults), 50)
    const emulator = failing(faults)
    await Promise.all(Array.from({ length: 7 }, () => hit(emulator, { ev: 'PageView' })))
    expect(await outcomes(emulator, 50)).toEqual(alone)
  })
})

describe('endpoints', () => {
  it('leaves the pixel alone by default', async () => {
    const emulator = failing({ networkError: ALWAYS })
    expect((await hit(emulator, { ev: 'PageView' })).status).toBe(200)
  })

  it('strikes the pixel too when it is named, still readable across origins', async () => {
    const emulator = failing({ status: { probability: 1, status: 503 }, endpoints: ['tr'] })
    const response = await hit(emulator, { ev: 'PageView' })
    expect(response.status).toBe(503)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await send(emulator, serverEvent())).status).toBe(200)
    expect(emulator.events()).toMatchObject([{ source: 'server' }])
  })

  it('never strikes what shows the state', async () => {
    const emulator = failing({ networkError: ALWAYS, endpoints: ['events', 'tr'] })
    for (const path of ['/', '/events.json', '/en_US/fbevents.js']) {
      expect((await emulator.fetch(BASE + path)).status).toBe(200)
    }
  })
})

describe('fail()', () => {
  it('replaces all faults, and heals with none', async () => {
    const emulator = failing({ networkError: ALWAYS })
    emulator.fail({ status: { probability: 1, status: 500 } })
    expect(await outcomes(emulator, 1)).toEqual([500])
    emulator.fail({})
    expect(await outcomes(emulator, 1)).toEqual([200])
  })

  it('keeps the faults as they were when the new ones are invalid', async () => {
    const emulator = failing({ networkError: ALWAYS })
    expect(() => emulator.fail({ hang: { probability: -1 } })).toThrow(TypeError)
    expect(await outcomes(emulator, 1)).toEqual(['rejected'])
  })
})

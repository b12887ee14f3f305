import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ServerEvent } from '../protocol.ts'
import type { Config } from './config.ts'
import { forward } from './forward.ts'

const CONFIG: Config = { pixelId: '770000000000077', accessToken: 'EAAUnit', retryDelayMs: 0 }
const EVENT: ServerEvent = {
  event_name: 'Lead',
  event_id: 'e-1',
  event_time: 1_700_000_000,
  action_source: 'website',
  user_data: {},
}

describe('forward', () => {
  it.each([200, 201, 204, 299])('counts status %i as accepted', async (status) => {
    const fetch = async (): Promise<Response> => new Response(null, { status })
    expect(await forward(EVENT, CONFIG, fetch)).toMatchObject({
      answer: { ok: true, upstream: { raw: '' } },
      attempts: 1,
    })
  })

  it.each([300, 302, 400, 404])('counts status %i as a final error', async (status) => {
    const fetch = async (): Promise<Response> => new Response(null, { status })
    expect(await forward(EVENT, CONFIG, fetch)).toMatchObject({
      answer: { ok: false, status, upstream: { raw: '' } },
      attempts: 1,
    })
  })

  it('counts a redirect whose status the runtime hides as a final error', async () => {
    expect(await forward(EVENT, CONFIG, async () => Response.error())).toMatchObject({
      answer: { ok: false, status: 0, upstream: { raw: '' } },
      attempts: 1,
    })
  })

  describe('at a platform that hangs', () => {
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
    )
    afterEach(() => void vi.useRealTimers())

    it('gives the last attempt what is left until the deadline, and stops there', async () => {
      const fetch = vi.fn(() => new Promise<Response>(() => {}))
      const settled = vi.fn()
      void forward(EVENT, { ...CONFIG, timeoutMs: 1000, deadlineMs: 1500 }, fetch).then(settled)
      await vi.advanceTimersByTimeAsync(1499)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(settled).toHaveBeenCalledWith(
        expect.objectContaining({
          answer: { ok: false, error: expect.stringContaining('No answer within') },
          attempts: 2,
        }),
      )
      expect(fetch).toHaveBeenCalledTimes(2)
    })

    it('by default gives each of three attempts 1,500 ms, and all of them 4,500 ms', async () => {
      const { pixelId, accessToken } = CONFIG
      const calledAt: number[] = []
      const started = performance.now()
      const fetch = (): Promise<Response> => {
        calledAt.push(performance.now() - started)
        return new Promise(() => {})
      }
      const settled = vi.fn()
      void forward(EVENT, { pixelId, accessToken }, fetch).then(settled)
      await vi.advanceTimersByTimeAsync(4499)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(settled).toHaveBeenCalledTimes(1)
      const pauses = [calledAt[1]! - 1500, calledAt[2]! - calledAt[1]! - 1500]
      expect(pauses[0]).toBeGreaterThanOrEqual(49)
      expect(pauses[0]).toBeLessThanOrEqual(100)
      expect(pauses[1]).toBeGreaterThanOrEqual(99)
      expect(pauses[1]).toBeLessThanOrEqual(200)
      expect(calledAt).toHaveLength(3)
    })
  })
})

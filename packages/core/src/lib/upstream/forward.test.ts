import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ServerEvent } from '../../protocol.ts'
import { DEFAULTS } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import { backoff, forward } from './forward.ts'

const CONFIG: Settings = {
  ...DEFAULTS,
  pixelId: '770000000000077',
  accessToken: 'EAAUnit',
  retryDelayMs: 0,
}
const EVENT: ServerEvent = {
  event_name: 'Lead',
  event_id: 'e-1',
  event_time: 1_700_000_000,
  action_source: 'website',
  user_data: {},
}

describe('forward', () => {
  it('reports a redirect with a hidden status as an error without a retry', async () => {
    expect(await forward([EVENT], CONFIG, async () => Response.error(), Date.now)).toMatchObject({
      body: { ok: false, status: 0, upstream: { raw: '' } },
      attempts: 1,
    })
  })

  describe('with an upstream that never responds', () => {
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
    )
    afterEach(() => void vi.useRealTimers())

    it('limits the last attempt to the time left until the deadline', async () => {
      const fetch = vi.fn(() => new Promise<Response>(() => {}))
      const settled = vi.fn()
      void forward([EVENT], { ...CONFIG, timeoutMs: 1000, deadlineMs: 1500 }, fetch, Date.now).then(
        settled,
      )
      await vi.advanceTimersByTimeAsync(1499)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(settled).toHaveBeenCalledWith(
        expect.objectContaining({
          body: { ok: false, error: expect.stringContaining('No response in') },
          attempts: 2,
        }),
      )
      expect(fetch).toHaveBeenCalledTimes(2)
    })

    it('makes three attempts of 1,500 ms within 4,500 ms by default', async () => {
      const calledAt: number[] = []
      const startedAt = performance.now()
      const fetch = (): Promise<Response> => {
        calledAt.push(performance.now() - startedAt)
        return new Promise(() => {})
      }
      const settled = vi.fn()
      void forward([EVENT], { ...CONFIG, ...DEFAULTS }, fetch, Date.now).then(settled)
      await vi.advanceTimersByTimeAsync(4499)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(settled).toHaveBeenCalledTimes(1)
      const delays = [calledAt[1]! - 1500, calledAt[2]! - calledAt[1]! - 1500]
      expect(delays[0]).toBeGreaterThanOrEqual(49)
      expect(delays[0]).toBeLessThanOrEqual(100)
      expect(delays[1]).toBeGreaterThanOrEqual(99)
      expect(delays[1]).toBeLessThanOrEqual(200)
      expect(calledAt).toHaveLength(3)
    })
  })
})

describe('backoff', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
  ])('returns a delay after attempt %i between half of %i ms and all of it', (attempt, max) => {
    const delays = Array.from({ length: 1000 }, () => backoff(attempt, 100))
    expect(Math.max(...delays)).toBeLessThanOrEqual(max)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(max / 2)
  })

  it('adds jitter', () => {
    const delays = Array.from({ length: 1000 }, () => backoff(1, 100))
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(25)
  })
})

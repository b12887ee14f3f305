import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { cutOff } from './cut-off.ts'

describe('cutOff', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gives what the work resolves to', async () => {
    expect(await cutOff(1000, async () => 'done')).toBe('done')
  })

  it('rejects with the work’s own error', async () => {
    const error = new Error('no')
    await expect(cutOff(1000, () => Promise.reject(error))).rejects.toBe(error)
  })

  it('rejects with a TimeoutError at the limit, though the work ignores its signal', async () => {
    const result = cutOff(1000, () => new Promise(() => {})).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toMatchObject({
      name: 'TimeoutError',
      message: 'No answer within 1000 ms',
    })
  })

  it('does not abort work that still has time', async () => {
    let signal: AbortSignal | undefined
    const result = cutOff(1000, (own) => {
      signal = own
      return new Promise(() => {})
    }).catch(() => {})
    await vi.advanceTimersByTimeAsync(999)
    expect(signal!.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal!.aborted).toBe(true)
    await result
  })

  it('leaves nothing running: no timer, no open signal', async () => {
    let signal: AbortSignal | undefined
    await cutOff(1000, async (own) => void (signal = own))
    expect(vi.getTimerCount()).toBe(0)
    expect(signal!.aborted).toBe(true)
  })
})

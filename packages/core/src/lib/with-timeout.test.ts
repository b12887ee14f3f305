import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTimeout } from './with-timeout.ts'

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('resolves to the value of the work', async () => {
    expect(await withTimeout(1000, async () => 'done')).toBe('done')
  })

  it('rejects with the error of the work', async () => {
    const error = new Error('no')
    await expect(withTimeout(1000, () => Promise.reject(error))).rejects.toBe(error)
  })

  it('rejects with a TimeoutError even if the work ignores its signal', async () => {
    const result = withTimeout(1000, () => new Promise(() => {})).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toMatchObject({
      name: 'TimeoutError',
      message: 'No response within 1000 ms.',
    })
  })

  it('aborts the signal when the time limit is reached, not before', async () => {
    let signal: AbortSignal | undefined
    const result = withTimeout(1000, (workSignal) => {
      signal = workSignal
      return new Promise(() => {})
    }).catch(() => {})
    await vi.advanceTimersByTimeAsync(999)
    expect(signal!.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal!.aborted).toBe(true)
    await result
  })

  it('clears the timer and aborts the signal after the work has settled', async () => {
    let signal: AbortSignal | undefined
    await withTimeout(1000, async (workSignal) => void (signal = workSignal))
    expect(vi.getTimerCount()).toBe(0)
    expect(signal!.aborted).toBe(true)
  })
})

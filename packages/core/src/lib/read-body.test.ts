import { describe, expect, it, vi } from 'vitest'

import { readBody } from './read-body.ts'

function request(body: BodyInit | null, headers: HeadersInit = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  return new Request('https://school.example/', init)
}

describe('readBody', () => {
  it.each([{}, { 'Content-Length': '1000' }])(
    'takes a body of exactly the limit: %j',
    async (headers) => {
      const text = 'x'.repeat(1000)
      expect(await readBody(request(text, headers), { maxBodyBytes: 1000 })).toEqual({
        ok: true,
        text,
      })
    },
  )

  it.each([{}, { 'Content-Length': '1001' }])('refuses one byte more: %j', async (headers) => {
    const text = 'x'.repeat(1001)
    expect(await readBody(request(text, headers), { maxBodyBytes: 1000 })).toEqual({
      ok: false,
      reason: 'Payload too large',
    })
  })

  it('counts bytes, not characters', async () => {
    expect(await readBody(request('ж'.repeat(501)), { maxBodyBytes: 1000 })).toEqual({
      ok: false,
      reason: 'Payload too large',
    })
  })

  it('reads no body as the empty text', async () => {
    expect(await readBody(request(null))).toEqual({ ok: true, text: '' })
  })

  it('waits five seconds for a body, by default', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const settled = vi.fn()
    void readBody(request(new ReadableStream())).then(settled)
    await vi.advanceTimersByTimeAsync(4999)
    const before = settled.mock.calls.length
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(before).toBe(0)
    expect(settled).toHaveBeenCalledWith({ ok: false, reason: 'Invalid JSON' })
  })

  it('refuses a body that breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection lost')),
    })
    expect(await readBody(request(body))).toEqual({ ok: false, reason: 'Invalid JSON' })
  })
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { DEFAULTS } from '../config/config.ts'
import { readBody, readText } from './read-body.ts'

const LIMITS = { maxBodyBytes: 1000, bodyTimeoutMs: 5000 }

function request(body: BodyInit | null, headers: HeadersInit = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  return new Request('https://school.example/', init)
}

function streamOf(chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

describe('readBody', () => {
  it.each([{}, { 'Content-Length': '1000' }])(
    'reads a body of exactly maxBodyBytes: %j',
    async (headers) => {
      const value = 'x'.repeat(998)
      expect(await readBody(request(JSON.stringify(value), headers), LIMITS)).toEqual({
        ok: true,
        value,
      })
    },
  )

  it.each([{}, { 'Content-Length': '1001' }])(
    'returns "Payload too large" for one byte more: %j',
    async (headers) => {
      const text = 'x'.repeat(1001)
      expect(await readBody(request(text, headers), LIMITS)).toEqual({
        ok: false,
        error: 'Payload too large',
      })
    },
  )

  it('reads any number of chunks that are not empty', async () => {
    const body = streamOf(Array.from({ length: 2000 }, () => new Uint8Array([120])))
    expect(await readText(body, 5000)).toEqual({ text: 'x'.repeat(2000) })
  })

  it('creates no stream for a body with a Content-Length', async () => {
    const original = request('{}', { 'Content-Length': '2' })
    const withoutStream = new Proxy(original, {
      get(target, key) {
        if (key === 'body') throw new Error('A stream was created.')
        const value = Reflect.get(target, key) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    expect(await readBody(withoutStream, LIMITS)).toEqual({ ok: true, value: {} })
  })

  it('counts bytes, not characters', async () => {
    expect(await readBody(request('ж'.repeat(501)), LIMITS)).toEqual({
      ok: false,
      error: 'Payload too large',
    })
  })

  it('waits five seconds for a body by default', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const settled = vi.fn()
    void readBody(request(new ReadableStream()), DEFAULTS).then(settled)
    await vi.advanceTimersByTimeAsync(4999)
    const before = settled.mock.calls.length
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(before).toBe(0)
    expect(settled).toHaveBeenCalledWith({ ok: false, error: 'Invalid JSON' })
  })
})

describe('readText', () => {
  it('returns an empty string for null', async () => {
    expect(await readText(null, 10)).toEqual({ text: '' })
  })

  it('decodes characters that are split between chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 5 }),
        async (text, size) => {
          const bytes = new TextEncoder().encode(text)
          const chunks: Uint8Array<ArrayBuffer>[] = []
          for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.slice(i, i + size))
          expect(await readText(streamOf(chunks), bytes.length)).toEqual({ text })
        },
      ),
    )
  })

  it('truncates a chunk that is longer than maxBytes', async () => {
    const chunks = [new TextEncoder().encode('abcdefgh')]
    expect(await readText(streamOf(chunks), 3)).toEqual({ text: 'abc', truncated: true })
  })

  it('reads up to maxBytes and reports whether the body was longer', async () => {
    const chunks = ['abc', 'def', 'g'].map((text) => new TextEncoder().encode(text))
    expect(await readText(streamOf(chunks), 7)).toEqual({ text: 'abcdefg' })
    expect(await readText(streamOf(chunks), 6)).toEqual({ text: 'abcdef', truncated: true })
  })

  it('replaces an incomplete character with U+FFFD', async () => {
    const chunks = [Uint8Array.of(0x61, 0xd0)]
    expect(await readText(streamOf(chunks), 10)).toEqual({ text: 'a\uFFFD' })
  })

  describe('with a body of empty chunks that are always ready', () => {
    // Without the limit, no timer would fire and the test would never end, so the body ends after a while.
    function emptyChunks(count: number): ReadableStream<Uint8Array<ArrayBuffer>> {
      let pulled = 0
      return new ReadableStream({
        pull(controller) {
          if (++pulled > count) controller.close()
          else controller.enqueue(new Uint8Array())
        },
      })
    }

    it('stops after 1,000 empty chunks', async () => {
      expect(await readText(emptyChunks(1000), 10)).toEqual({ text: '' })
      expect(await readText(emptyChunks(1001), 10)).toEqual({ text: '', truncated: true })
    })

    it('returns "Payload too large"', async () => {
      expect(await readBody(request(emptyChunks(100_000)), DEFAULTS)).toEqual({
        ok: false,
        error: 'Payload too large',
      })
    })
  })
})

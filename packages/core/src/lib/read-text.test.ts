import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readText } from './read-text.ts'

function streamOf(chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

describe('readText', () => {
  it('reads no body as the empty text', async () => {
    expect(await readText(null, 10)).toEqual({ text: '', whole: true })
  })

  it('puts characters together that arrive in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 5 }),
        async (text, size) => {
          const bytes = new TextEncoder().encode(text)
          const chunks: Uint8Array<ArrayBuffer>[] = []
          for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.slice(i, i + size))
          expect(await readText(streamOf(chunks), bytes.length)).toEqual({ text, whole: true })
        },
      ),
    )
  })

  it('keeps the beginning of a piece that is too long', async () => {
    const chunks = [new TextEncoder().encode('abcdefgh')]
    expect(await readText(streamOf(chunks), 3)).toEqual({ text: 'abc', whole: false })
  })

  it('reads as much as is allowed, and says when there was more', async () => {
    const chunks = ['abc', 'def', 'g'].map((text) => new TextEncoder().encode(text))
    expect(await readText(streamOf(chunks), 7)).toEqual({ text: 'abcdefg', whole: true })
    expect(await readText(streamOf(chunks), 6)).toEqual({ text: 'abcdef', whole: false })
  })

  it('marks a character that breaks off', async () => {
    const chunks = [Uint8Array.of(0x61, 0xd0)]
    expect(await readText(streamOf(chunks), 10)).toEqual({ text: 'a\uFFFD', whole: true })
  })
})

import { describe, expect, it } from 'vitest'

import { createAsciiBuffer } from './create-ascii-buffer.ts'

describe('createAsciiBuffer()', () => {
  it('reads what was written, however far it grew', () => {
    const buffer = createAsciiBuffer()
    let end = 10
    for (let at = 0; at < 50_000; at++) {
      const piece = `<${at}>`
      buffer.write(piece, end)
      end += piece.length
    }
    buffer.write('head', 6)

    const text = Array.from({ length: 50_000 }, (_, at) => `<${at}>`).join('')
    expect(buffer.read(6, end)).toBe(`head${text}`)
  })

  it('takes a piece that is many times larger than it', () => {
    const buffer = createAsciiBuffer()
    buffer.write('a'.repeat(1_000_000), 1)

    expect(buffer.read(1, 1_000_001)).toBe('a'.repeat(1_000_000))
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodePage, publishAsUtf8 } from './decode-page.ts'

const HTML = 'text/html; charset=utf-8'

function publish(bytes: Uint8Array, contentType = HTML): ReturnType<typeof publishAsUtf8> {
  return publishAsUtf8({ path: '/', contentType, body: bytes })
}

describe('publishAsUtf8()', () => {
  it.each([
    ['<meta charset="windows-1251">', '<meta charset="utf-8">'],
    ['<META name=a charset=cp1251 />', '<META name=a charset=utf-8 />'],
    [
      '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">',
      '<meta http-equiv=Content-Type content="text/html; charset=utf-8">',
    ],
    ["<?xml version='1.0' encoding='windows-1251'?>", "<?xml version='1.0' encoding='utf-8'?>"],
  ])('converts a page that declares %s', (declaration, expected) => {
    const bytes = Buffer.from(`${declaration}<p>\xd8\xea\xee\xeb\xe0`, 'latin1')
    expect(Buffer.from(publish(bytes).body).toString()).toBe(`${expected}<p>Школа`)
  })

  it('converts UTF-16 to UTF-8', () => {
    const { body } = publish(Buffer.from('\ufeff<p>Школа', 'utf16le'))
    expect(Buffer.from(body).toString()).toBe('<p>Школа')
  })

  it('publishes every page with its text as UTF-8, or names the problem', () => {
    const charset = fc.constantFrom(
      'windows-1251',
      'koi8-r',
      'shift_jis',
      'big5',
      'utf-8',
      'x-user-defined',
      'none',
    )
    fc.assert(
      fc.property(charset, fc.uint8Array({ maxLength: 20 }), (charset, bytes) => {
        const page = Buffer.concat([Buffer.from(`<meta charset=${charset}><p>`), bytes])
        const { encoding, html, finding } = decodePage(page)
        const published = publish(page)
        expect(published.finding).toEqual(finding)
        const isKept = html === undefined || encoding === 'UTF-8'
        if (isKept) expect(published.body).toBe(page)
        else {
          const expected = html.replace(/charset=[\w-]+/, 'charset=utf-8')
          expect(Buffer.from(published.body).toString()).toBe(expected)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('does not read files that are not published as UTF-8', () => {
    const bytes = Buffer.from([0xff])
    expect(publish(bytes, 'image/png')).toEqual({
      path: '/',
      contentType: 'image/png',
      body: bytes,
    })
  })
})

import { describe, expect, it } from 'vitest'

import { shorten, visibleText } from './format.ts'

describe('visibleText()', () => {
  it.each([
    ['a\u202eb', String.raw`a\u202eb`],
    ['\u2066\u200f\u200b\ufeff', String.raw`\u2066\u200f\u200b\ufeff`],
    ['a\ud800b', String.raw`a\ud800b`],
    ['a\u0000\u001b[31m\u0085', String.raw`a\u0000\u001b[31m\u0085`],
    ['\u{e0041}', String.raw`\udb40\udc41`],
    ['\u2028', String.raw`\u2028`],
    ['<b>&amp;\n', '<b>&amp;\n'],
    ['Пробный урок 🦊 é', 'Пробный урок 🦊 é'],
  ])('shows %j as %j', (text, expected) => {
    expect(visibleText(text)).toBe(expected)
  })
})

describe('shorten()', () => {
  it('cuts a string that is longer than the maximum', () => {
    expect(shorten('abc', 3)).toBe('abc')
    expect(shorten('abcd', 3)).toBe('abc…')
  })
})

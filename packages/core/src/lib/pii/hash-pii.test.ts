import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hashPii, isHashed, sha256Hex } from '../../pii.ts'
import { PII_KEYS } from '../../protocol.ts'

// Random UTF-16 code units, mostly with lone surrogates.
const anyText = fc.string({
  unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  maxLength: 300,
  size: 'max',
})
const DIGEST = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'

describe('hashPii', () => {
  // Examples from Meta's page on customer information parameters.
  it.each([
    ['em', 'John_Smith@gmail.com', DIGEST],
    ['ph', '1(650)555-1212', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['ph', '0041 79 123 45 67', '641b2674c7b3d41f0c5167c163c845f3d899639ebc622d0d3b4632abeb14e6b0'],
    ['fn', 'Mary', '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
    ['fn', '정', '8fa8cd9c440be61d0151429310034083132b35975c4bea67fdd74158eb51db14'],
    ['ln', 'Valéry', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
  ] as const)('returns Meta’s digest for %s %s', (key, value, digest) => {
    expect(hashPii(key, value)).toBe(digest)
  })

  it('trims and lowercases a digest', () => {
    expect(hashPii('ph', ` ${DIGEST.toUpperCase()} `)).toBe(DIGEST)
  })

  it.each(['.AQYCAQMB', '.AQ', '.Bg', '.a-_0a-_0'])(
    'keeps the appendix %s unchanged',
    (appendix) => {
      expect(hashPii('fn', DIGEST.toUpperCase() + appendix)).toBe(DIGEST + appendix)
    },
  )

  it.each(PII_KEYS)('returns undefined if normalization leaves nothing: %s', (key) => {
    for (const value of ['', ' ', '\n', '-', '. ,']) expect(hashPii(key, value)).toBeUndefined()
  })

  it.each(PII_KEYS)('returns undefined for an MD5 digest: %s', (key) => {
    for (const appendix of ['', '.AQ', '.AQYCAQMB']) {
      expect(hashPii(key, `d41d8cd98f00b204e9800998ecf8427e${appendix}`)).toBeUndefined()
    }
  })

  it.each([
    `x${DIGEST}`,
    `${DIGEST}x`,
    'xd41d8cd98f00b204e9800998ecf8427e',
    'd41d8cd98f00b204e9800998ecf8427ex',
  ])('hashes a string that only contains a digest: %s', (text) => {
    expect(hashPii('fn', text)).toBe(sha256Hex(text))
  })

  it('returns a digest or undefined for any string, and returns a digest unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PII_KEYS), anyText, (key, value) => {
        const once = hashPii(key, value)
        if (once === undefined) return
        expect(once).toMatch(/^[\da-f]{64}(\.[\w-]{2,8})?$/)
        expect(hashPii(key, once)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })
})

describe('isHashed', () => {
  it.each([
    DIGEST,
    DIGEST.toUpperCase(),
    `${DIGEST}.AQ`,
    `${DIGEST}.AQYCAQMB`,
    `${DIGEST}.a-_0a-_0`,
  ])('returns true for %s', (value) => {
    expect(isHashed(value)).toBe(true)
  })

  it.each([
    '',
    'anna@school.example',
    ` ${DIGEST}`,
    DIGEST.slice(1),
    `${DIGEST}0`,
    `${DIGEST}.`,
    `${DIGEST}.xx`,
    'd41d8cd98f00b204e9800998ecf8427e',
    'd41d8cd98f00b204e9800998ecf8427e.AQYCAQMB',
  ])('returns false for %j', (value) => {
    expect(isHashed(value)).toBe(false)
  })
})

describe('sha256Hex', () => {
  it('returns the same hash as Node.js for any string, including lone surrogates', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
      }),
      { numRuns: 500 },
    )
  })

  it.each([55, 56, 63, 64, 65, 119, 120, 100_000])(
    'returns the same hash as Node.js at block boundaries: %i bytes',
    (length) => {
      const text = 'a'.repeat(length)
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
    },
  )
})

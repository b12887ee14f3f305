import { createHash } from 'node:crypto'

import { sha256Hex } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { anyText } from './any-pii.ts'
import { sha256AsMeta } from './hash-as-meta.ts'

const RUNS = 10_000
const SEED = 20_261_120

it(`sha256Hex agrees with Node and, without lone surrogates, with Meta on ${RUNS} strings, seed ${SEED}`, () => {
  let withLoneSurrogate = 0
  fc.assert(
    fc.property(anyText(300), (text) => {
      const digest = sha256Hex(text)
      expect(digest).toBe(createHash('sha256').update(text).digest('hex'))
      if (/\p{Surrogate}/u.test(text)) withLoneSurrogate++
      else expect(digest).toBe(sha256AsMeta(text))
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(withLoneSurrogate).toBeGreaterThan(500)
  expect(withLoneSurrogate).toBeLessThan(RUNS - 500)
})

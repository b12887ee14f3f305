import { createHash } from 'node:crypto'

import { hashPii } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyPii } from './any-pii.ts'
import { hashAsMeta, normalizeAsMeta } from './ask-meta.ts'

const RUNS = 100_000
const SEED = 20_261_120

const DIGEST = /^(?:[\da-f]{32}|[\da-f]{64})$/i
const MD5 = /^[\da-f]{32}$/i
const APPENDIX = /^(?:A[Qgw]|B[AQg]|[\w-]{8})$/

/** Where we part from Meta's library on purpose; everything else has to be the same. */
const DIFFERENCES: Difference[] = [
  {
    what: 'a digest and eight characters that are no appendix',
    why: 'Meta’s appendix is base64url. Any other text behind a digest would travel in clear.',
    applies({ digest, suffix }) {
      return DIGEST.test(digest) && suffix?.length === 8 && !APPENDIX.test(suffix)
    },
    answer: ({ normalized }) => sha256(normalized),
  },
  {
    what: 'an MD5 digest',
    why: 'Meta’s customer information parameters are SHA-256; no other digest matches anybody.',
    applies({ digest, suffix }) {
      return MD5.test(digest) && (suffix === undefined || APPENDIX.test(suffix))
    },
    answer: () => undefined,
  },
  {
    what: 'a digest in capitals, with an appendix',
    why: 'Meta’s digests are lowercase, which its library sees to only where there is no appendix.',
    applies({ digest, suffix = '' }) {
      return DIGEST.test(digest) && /[A-F]/.test(digest) && APPENDIX.test(suffix)
    },
    answer: ({ digest, suffix }) => `${digest.toLowerCase()}.${suffix}`,
  },
  {
    what: 'a name with half a surrogate pair',
    why: 'Meta asks for UTF-8, which cannot say it; TextEncoder and Node put U+FFFD in its place.',
    applies: ({ normalized }) => /\p{Surrogate}/u.test(normalized),
    answer: ({ normalized }) => sha256(normalized),
  },
]

interface Difference {
  what: string
  why: string
  applies: (value: Value) => boolean
  answer: (value: Value) => string | undefined
}

interface Comparison {
  difference: Difference | undefined
  /** What is not as it should be, and with which value. All values are made up. */
  disagreement?: string
}

interface Value {
  /** What stands before the last dot, and behind it. */
  digest: string
  suffix: string | undefined
  /** The text that Meta's library would hash if it saw no digest. */
  normalized: string
}

describe('hashPii', () => {
  it(`agrees with Meta’s library on ${RUNS} values, seed ${SEED}`, () => {
    const met = new Map(DIFFERENCES.map((difference) => [difference, 0]))
    fc.assert(
      fc.property(anyPii(), ([key, text]) => {
        const { difference, disagreement } = compare(key, text)
        if (difference) met.set(difference, met.get(difference)! + 1)
        expect(disagreement).toBeUndefined()
      }),
      { numRuns: RUNS, seed: SEED },
    )
    for (const [{ what }, times] of met) expect(times, what).toBeGreaterThan(100)
  })

  it.each([
    ['fn', 'a□b'],
    ['ph', '1□2'],
    ['em', '□a@b.example'],
    ['em', 'a□b@c.example'],
    ['em', 'a@b□c.example'],
  ] as const)('agrees with Meta’s library on %s %s, the box being any UTF-16 unit', (key, text) => {
    const disagreements = Array.from({ length: 0x10000 }, (_, unit) => {
      return compare(key, text.split('□').join(String.fromCharCode(unit))).disagreement
    })
    expect(disagreements.filter((each) => each !== undefined)).toEqual([])
  })
})

function compare(key: PiiKey, text: string): Comparison {
  const ours = hashPii(key, text)
  const metas = hashAsMeta(key, text)

  const [, digest = '', suffix] = /^(.*?)(?:\.([^.]*))?$/s.exec(text.trim())!
  const value = { digest, suffix, normalized: normalizeAsMeta(key, text) ?? '' }
  const difference = DIFFERENCES.find(({ applies }) => applies(value))

  const asExpected = difference
    ? ours === difference.answer(value) && ours !== metas
    : ours === metas
  if (asExpected) return { difference }
  const expected = difference?.what ?? 'no difference'
  return {
    difference,
    disagreement: `${key} ${JSON.stringify(text)}: we say ${ours}, Meta ${metas}; expected: ${expected}`,
  }
}

function sha256(text: string): string | undefined {
  return text ? createHash('sha256').update(text).digest('hex') : undefined
}

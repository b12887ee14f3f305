import { createHash } from 'node:crypto'

import { hashPii } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyPii } from './any-pii.ts'
import { hashAsMeta, normalizeAsMeta } from './hash-as-meta.ts'

const RUNS = 25_000
const SEED = 20_261_120

const DIGEST = /^(?:[\da-f]{32}|[\da-f]{64})$/i
const MD5 = /^[\da-f]{32}$/i
const APPENDIX = /^(?:A[Qgw]|B[AQg]|[\w-]{8})$/

/** Deliberate differences from Meta's library. All other results must be equal. */
const DIFFERENCES: HashDifference[] = [
  {
    name: 'a bracketed zero after a country code',
    reason: 'It is dialed only inside the country.',
    applies: ({ key, text }) => key === 'ph' && /[1-9]\D*\(0\)/.test(text),
    expected({ text }) {
      const digits = normalizeAsMeta('ph', text.replaceAll('(0)', '')) ?? ''
      return digits.length > 15 ? undefined : sha256(digits)
    },
  },
  {
    name: 'a phone number with more than 15 digits',
    reason: 'It is no phone number, e.g. two numbers in one field.',
    applies({ key, digest, suffix, normalized }) {
      const isDigest = DIGEST.test(digest) && (suffix === undefined || APPENDIX.test(suffix))
      return key === 'ph' && !isDigest && /^\d{16}/.test(normalized)
    },
    expected: () => undefined,
  },
  {
    name: 'a digest with eight characters that are not an appendix',
    reason: 'Meta’s appendix is base64url. Other strings could be unhashed personal data.',
    applies({ digest, suffix }) {
      return DIGEST.test(digest) && suffix?.length === 8 && !APPENDIX.test(suffix)
    },
    expected: ({ normalized }) => sha256(normalized),
  },
  {
    name: 'an MD5 digest',
    reason: 'Meta’s customer information parameters are SHA-256. Other digests match no user.',
    applies({ digest, suffix }) {
      return MD5.test(digest) && (suffix === undefined || APPENDIX.test(suffix))
    },
    expected: () => undefined,
  },
  {
    name: 'an uppercase digest with an appendix',
    reason:
      'Meta’s digests are lowercase. Its library lowercases only digests without an appendix.',
    applies({ digest, suffix = '' }) {
      return DIGEST.test(digest) && /[A-F]/.test(digest) && APPENDIX.test(suffix)
    },
    expected: ({ digest, suffix }) => `${digest.toLowerCase()}.${suffix}`,
  },
  {
    name: 'a name with a lone surrogate',
    reason: 'UTF-8 cannot encode it. TextEncoder and Node replace it with U+FFFD.',
    applies: ({ normalized }) => /\p{Surrogate}/u.test(normalized),
    expected: ({ normalized }) => sha256(normalized),
  },
]

interface HashDifference {
  name: string
  reason: string
  applies: (value: Value) => boolean
  expected: (value: Value) => string | undefined
}

interface Comparison {
  difference: HashDifference | undefined
  /** A description of the unexpected result. All values are generated. */
  disagreement?: string
}

interface Value {
  key: PiiKey
  text: string
  /** The parts before and after the last dot. */
  digest: string
  suffix: string | undefined
  /** The string that Meta's library hashes if it does not recognize a digest. */
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
    for (const [{ name }, times] of met) expect(times, name).toBeGreaterThan(25)
  })

  it.each([
    ['fn', 'a□b'],
    ['ph', '1□2'],
    ['em', '□a@b.example'],
    ['em', 'a□b@c.example'],
    ['em', 'a@b□c.example'],
  ] as const)(
    'agrees with Meta’s library on %s %s for every UTF-16 code unit in place of the box',
    (key, text) => {
      const disagreements = Array.from({ length: 0x10000 }, (_, unit) => {
        return compare(key, text.split('□').join(String.fromCharCode(unit))).disagreement
      })
      expect(disagreements.filter((each) => each !== undefined)).toEqual([])
    },
  )
})

function compare(key: PiiKey, text: string): Comparison {
  const ours = hashPii(key, text)
  const metas = hashAsMeta(key, text)

  const [, digest = '', suffix] = /^(.*?)(?:\.([^.]*))?$/s.exec(text.trim())!
  const value = { key, text, digest, suffix, normalized: normalizeAsMeta(key, text) ?? '' }
  const difference = DIFFERENCES.find(({ applies }) => applies(value))

  const asExpected = difference
    ? ours === difference.expected(value) && ours !== metas
    : ours === metas
  if (asExpected) return { difference }
  const expected = difference?.name ?? 'no difference'
  return {
    difference,
    disagreement: `${key} ${JSON.stringify(text)}: ours is ${ours}, Meta’s is ${metas}; expected: ${expected}`,
  }
}

function sha256(text: string): string | undefined {
  return text ? createHash('sha256').update(text).digest('hex') : undefined
}

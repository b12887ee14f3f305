/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes.
 *
 * A lone surrogate counts as U+FFFD, as `TextEncoder` has it.
 *
 * @param text Any string, the empty one included.
 * @returns 64 lowercase hex digits.
 */
export function sha256Hex(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text))
  const hash = [...INITIAL_HASH]
  const schedule: number[] = []

  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = hash as Eight

    for (let t = 0; t < 64; t++) {
      schedule[t] =
        t < 16
          ? words[block + t]!
          : (smallSigma(schedule[t - 2]!, 17, 19, 10) +
              schedule[t - 7]! +
              smallSigma(schedule[t - 15]!, 7, 18, 3) +
              schedule[t - 16]!) |
            0
      const choice = (e & f) ^ (~e & g)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const t1 = (h + bigSigma(e, 6, 11, 25) + choice + ROUND_CONSTANTS[t]! + schedule[t]!) | 0
      const t2 = bigSigma(a, 2, 13, 22) + majority
      ;[a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g]
    }

    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0))
  }

  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

type Eight = [number, number, number, number, number, number, number, number]

// The first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the
// cube roots of the first 64 (FIPS 180-4, 5.3.3 and 4.2.2): deriving them is shorter than the table.
const PRIMES = /* @__PURE__ */ firstPrimes(64)
const INITIAL_HASH = /* @__PURE__ */ PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)))
const ROUND_CONSTANTS = /* @__PURE__ */ PRIMES.map((prime) => fraction(prime ** (1 / 3)))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n)
  }
  return primes
}

function fraction(root: number): number {
  return (root * 2 ** 32) | 0
}

/** The message, a 1 bit, zeros, and the length in bits, as big-endian words in blocks of 16. */
function paddedWords(bytes: Uint8Array): number[] {
  const words: number[] = new Array((((bytes.length + 8) >> 6) + 1) * 16).fill(0)
  bytes.forEach((byte, i) => (words[i >> 2]! |= byte << (24 - (i % 4) * 8)))
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length % 4) * 8)
  words[words.length - 2] = (bytes.length / 2 ** 29) | 0
  words[words.length - 1] = bytes.length << 3
  return words
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function bigSigma(word: number, x: number, y: number, z: number): number {
  return rotate(word, x) ^ rotate(word, y) ^ rotate(word, z)
}

function smallSigma(word: number, x: number, y: number, shift: number): number {
  return rotate(word, x) ^ rotate(word, y) ^ (word >>> shift)
}

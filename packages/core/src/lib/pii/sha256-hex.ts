/**
 * Hashes the UTF-8 bytes of a string with SHA-256 (FIPS 180-4).
 *
 * A lone surrogate is hashed as U+FFFD, as `TextEncoder` encodes it.
 *
 * @param text Any string, including the empty string.
 * @returns 64 lowercase hex digits.
 */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const words: number[] = []
  ;[...bytes, 0x80].forEach((byte, i) => (words[i >> 2]! |= byte << (~i * 8)))
  words[((bytes.length + 8) >> 2) | 15] = bytes.length * 8
  for (let n = 2; !primes[63]; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n)
  }
  let hash = primes.slice(0, 8).map((prime) => (prime ** (1 / 2) * 2 ** 32) | 0)

  for (let block = 0; block < words.length; block += 16) {
    const schedule: number[] = []
    let state = hash

    for (let t = 0; t < 64; t++) {
      const [a, b, c, d, e, f, g, h] = state as Eight
      const w15 = schedule[t - 15]!
      const w2 = schedule[t - 2]!
      const word = (schedule[t] =
        (t < 16
          ? words[block + t]!
          : schedule[t - 16]! +
            sigma(w15, 7, 18, w15 >>> 3) +
            schedule[t - 7]! +
            sigma(w2, 17, 19, w2 >>> 10)) | 0)
      const t1 =
        sigma(e, 6, 11, rotate(e, 25)) +
        (g ^ (e & (f ^ g))) +
        ((primes[t]! ** (1 / 3) * 2 ** 32) | 0) +
        word +
        h
      state = [
        (t1 + sigma(a, 2, 13, rotate(a, 22)) + ((a & b) | (c & (a | b)))) | 0,
        a,
        b,
        c,
        (d + t1) | 0,
        e,
        f,
        g,
      ]
    }

    hash = hash.map((word, i) => (word + state[i]!) | 0)
  }

  return hash.map((word) => (word + 2 ** 32).toString(16).slice(-8)).join('')
}

type Eight = [number, number, number, number, number, number, number, number]

// The first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the
// cube roots of the first 64 primes (FIPS 180-4, 5.3.3 and 4.2.2). Calculating them takes less code than a table.
const primes: number[] = []

function rotate(word: number, bits: number): number {
  return (word << -bits) | (word >>> bits)
}

function sigma(word: number, x: number, y: number, third: number): number {
  return rotate(word, x) ^ rotate(word, y) ^ third
}

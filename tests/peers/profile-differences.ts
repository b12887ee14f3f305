import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { hashProfile, normalizeProfile } from '../../packages/core/src/lib/pii/hash-profile.ts'
import type { ProfileKey } from '../../packages/core/src/protocol.ts'

/** Values for which Meta's documentation, or the safety of a wrong value, decides against Meta's library. */
interface ProfileDifference {
  name: string
  key?: ProfileKey
  /** Matches the value in Meta's test. */
  applies: RegExp | ((value: unknown) => boolean)
  /** What our code must return for it. */
  expected: (value: string) => string | null
}

const drop = (): null => null
const lowercaseLetters = (value: string): string => value.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Deliberate differences from Meta's library, in the order in which they are looked for. */
export const PROFILE_DIFFERENCES: ProfileDifference[] = [
  {
    name: 'a value that is not a string is dropped',
    applies: (value) => typeof value !== 'string',
    expected: drop,
  },
  {
    name: 'letters beyond a to z are kept in a city',
    key: 'ct',
    applies: /[^\0-\x7f]/,
    expected: (city) => city.toLowerCase().replace(/[\s\u200b]/g, ''),
  },
  {
    name: 'a state outside the United States keeps its letters',
    key: 'st',
    applies: /^/,
    expected: lowercaseLetters,
  },
  { name: 'UK is GB', key: 'country', applies: /^U\.K\.$/, expected: () => 'gb' },
  { name: 'an unknown country is dropped', key: 'country', applies: /^/, expected: drop },
  {
    name: 'a zip code keeps what follows a hyphen, and loses spaces and punctuation',
    key: 'zp',
    applies: /^/,
    expected: (zip) => zip.toLowerCase().replace(/[^\p{L}\d]/gu, ''),
  },
  {
    name: 'a year before 1900 is dropped',
    key: 'db',
    applies: /-18\d\d$/,
    expected: drop,
  },
  {
    name: 'a year after the next one is read',
    key: 'db',
    applies: /^01-01-20\d\d$/,
    expected: (date) => `${date.slice(6)}0101`,
  },
  {
    name: 'a date that can be in two months is dropped',
    key: 'db',
    applies: /^(0\d|1[0-2])-(0\d|1[0-2])-\d{4}$/,
    expected: drop,
  },
  {
    name: 'a date that does not exist is dropped',
    key: 'db',
    applies: /^(02-29-1900|1990-15-06)$/,
    expected: drop,
  },
  {
    name: 'a date among other text or with other separators is dropped',
    key: 'db',
    applies: /[^\d-]|--|^-|-$|(-.*){3}/,
    expected: drop,
  },
  {
    name: 'a gender with a period is read',
    key: 'ge',
    applies: /^male\.$/,
    expected: () => 'm',
  },
  { name: 'a relation or a rare title is no gender', key: 'ge', applies: /^/, expected: drop },
]

/** The file in which the replaced functions write down each difference that they met. */
export const DIFFERENCES_FILE = 'differences.log'

/**
 * Replaces a function of Meta's library by our normalization.
 *
 * @returns A function that returns our result. If it differs as {@link PROFILE_DIFFERENCES} describes, the difference
 *   is written down, and Meta's result is returned, so that the other expectations of the test are checked.
 */
export function replaceWithOurs(
  key: ProfileKey,
  normalizeAsMeta: (value: unknown) => string | null,
): (value: unknown) => string | null {
  return (value) => {
    const metas = normalizeAsMeta(value)
    const ours = typeof value === 'string' ? normalize(key, value) : null
    if (ours === metas) return ours
    const difference = PROFILE_DIFFERENCES.find(
      (each) =>
        (each.key ?? key) === key &&
        (typeof each.applies === 'function'
          ? each.applies(value)
          : each.applies.test(String(value))),
    )
    if (!difference || ours !== difference.expected(value as string)) return ours
    appendFileSync(join(__dirname, DIFFERENCES_FILE), `${difference.name}\n`)
    return metas
  }
}

/** Meta's functions return a digest as it is; `hashProfile` does. */
function normalize(key: ProfileKey, text: string): string | null {
  const isDigest = hashProfile(key, text) === text.toLowerCase()
  return isDigest ? text : (normalizeProfile(key, text) ?? null)
}

import { createHash } from 'node:crypto'

import type { ProfileKey } from '@conversion-capi/core/protocol'

/** Unhashed personal data as people type it, by key. */
export const PERSONAL_DATA = {
  em: [' Zlata7@pii.example ', 'zlata7@pii.example', 'zlata7 at pii.example'],
  ph: ['+7 (777) 000-31-41', '77770003141', '0077770003141'],
  fn: ['Zlata7', ' zlata7-ANNA '],
  ln: ["O'Zlata7", 'zlata7'],
}

/** Unhashed personal data that only a school's own server may pass, by key. */
export const PROFILE_DATA: Record<ProfileKey, string[]> = {
  ct: ['Zlata7burg', ' ZLATA7-burg '],
  st: ['Zlata7 Oblast'],
  zp: ['zlata7-31', '77770003141'],
  country: ['United Zlata7', 'United States'],
  db: ['16.02.1977', '(777) 000'],
  ge: ['Zlata7', 'female'],
}

/** Matches every value above that identifies a person, typed or normalized, and no other generated value. */
export const UNHASHED = /zlata7|\(777\) 000|77770003141/i

const digest = createHash('sha256').update('zlata7@pii.example').digest('hex')

/** Values that are, or look like, hashes made by the client. */
export const DIGESTS = [
  digest,
  digest.toUpperCase(),
  `${digest}.AQYCAQMB`,
  `${digest}.`,
  digest.slice(1),
  createHash('md5').update('zlata7').digest('hex'),
]

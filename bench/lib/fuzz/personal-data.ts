import { createHash } from 'node:crypto'

/** Personal data in clear, by the key it belongs to, as people type it. */
export const PERSONAL_DATA = {
  em: [' Zlata7@pii.example ', 'zlata7@pii.example', 'zlata7 at pii.example'],
  ph: ['+7 (777) 000-31-41', '77770003141', '0077770003141'],
  fn: ['Zlata7', ' zlata7-ANNA '],
  ln: ["O'Zlata7", 'zlata7'],
}

/** What all of it contains, typed or normalised, and nothing else that is generated does. */
export const IN_CLEAR = /zlata7|\(777\) 000|77770003141/i

const digest = createHash('sha256').update('zlata7@pii.example').digest('hex')

/** What may have been hashed already. */
export const DIGESTS = [
  digest,
  digest.toUpperCase(),
  `${digest}.AQYCAQMB`,
  `${digest}.`,
  digest.slice(1),
  createHash('md5').update('zlata7').digest('hex'),
]

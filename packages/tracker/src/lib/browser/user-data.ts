import { hashPii } from '@conversion-capi/core/pii'
import type { PiiKey, UserData } from '@conversion-capi/core/protocol'

import { readCookie } from './read-cookie.ts'

/** Personal data as the page has it, in clear or hashed, and the school's own id of the person. */
export type Pii = { [key in PiiKey | 'external_id']?: string | null | undefined }

/** What identifies the visitor. Personal data is hashed here: in clear it does not leave the page. */
export function userData(pii: Pii | null | undefined): UserData {
  return {
    fbp: readCookie('_fbp'),
    fbc: readCookie('_fbc'),
    external_id: pii?.external_id ?? undefined,
    em: hash('em'),
    ph: hash('ph'),
    fn: hash('fn'),
    ln: hash('ln'),
  }

  function hash(key: PiiKey): string | undefined {
    const value = pii?.[key]
    return value ? hashPii(key, String(value)) : undefined
  }
}

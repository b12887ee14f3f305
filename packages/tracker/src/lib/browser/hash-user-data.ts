import { hashPii } from '@conversion-capi/core/pii'
import type { PiiKey, UserData } from '@conversion-capi/core/protocol'

import type { Pii } from './pii.ts'

const FRIENDLY_NAMES = { em: 'email', ph: 'phone', fn: 'firstName', ln: 'lastName' } as const

/** What identifies the person. It is hashed here: in clear it does not leave the page. */
export function hashUserData(pii: Pii): UserData {
  const userData: UserData = { external_id: (pii.external_id ?? pii.externalId)! }
  let key: PiiKey
  for (key in FRIENDLY_NAMES) {
    userData[key] = hashPii(key, `${pii[key] ?? pii[FRIENDLY_NAMES[key]] ?? ''}`)
  }
  return userData
}

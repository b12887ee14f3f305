import { type NationalPhone, toInternational } from '@conversion-capi/core/pii'

import type { Pii } from '../pii.ts'

/** Makes the function that writes a phone the way it is dialled from abroad. */
export function nationalPhone(rule: NationalPhone): (pii: Pii) => Pii {
  return (pii) => {
    const phone = pii.ph ?? pii.phone
    return phone ? { ...pii, ph: toInternational(String(phone), rule) } : pii
  }
}

import type { EventToSend, Warning } from '@conversion-capi/core'
import { isHashed } from '@conversion-capi/core/pii'
import { isJsonObject } from '@conversion-capi/core/protocol'

import type { EventConfig } from './judge-events.ts'

/**
 * Finds phone numbers that may lack their country code: they are hashed as typed, so that `8 916 …` and `+7 916 …` are
 * different people.
 */
export function findPhoneWarnings({ user_data }: EventToSend, config: EventConfig): Warning[] {
  const ph: unknown = isJsonObject(user_data) ? user_data['ph'] : undefined
  const isNational = [ph]
    .flat()
    .some((phone) => phone && !isHashed(String(phone).trim()) && !/^\D*(\+|00)/.test(String(phone)))
  return isNational && !config.nationalPhone ? [WARNING] : []
}

const WARNING: Warning = {
  key: 'user_data.ph',
  reason: 'malformed',
  message:
    'user_data.ph does not start with "+", and is hashed as typed. If it lacks the country code, set META_NATIONAL_PHONE, such as 7:8 or 48.',
}

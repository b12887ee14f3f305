import { EVENT_NAMES, type EventRequest } from '@conversion-capi/core/protocol'
import { hashPii } from '@conversion-capi/core/pii'

/** What the personal data of every visitor contains, and nothing else does. */
export const CLEAR_PII = /pii\.example|zlata7|777 000/i

/**
 * The event of visitor `n`. Every second page forgot to hash the personal data, which the proxy then has
 * to do.
 */
export function soakEvent(n: number): EventRequest {
  const clear = {
    em: `visitor${n}@pii.example`,
    ph: `+7 777 000 ${String(n).padStart(6, '0')}`,
    fn: 'Zlata7',
  }
  const hashed = {
    em: hashPii('em', clear.em),
    ph: hashPii('ph', clear.ph),
    fn: hashPii('fn', clear.fn),
  }
  return {
    event_name: EVENT_NAMES[n % EVENT_NAMES.length]!,
    event_id: `soak-${n}`,
    event_source_url: 'https://school.example/courses/algebra?grade=9',
    user_data: {
      fbp: `fb.1.1795170995788.${n}`,
      external_id: `visitor-${n}`,
      ...(n % 2 === 0 ? clear : hashed),
    },
    custom_data: { value: 990, currency: 'RUB', content_ids: ['algebra-9'] },
  }
}

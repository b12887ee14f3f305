import { EVENT_NAMES, type EventRequest } from '@conversion-capi/core/protocol'
import { hashPii } from '@conversion-capi/core/pii'

/** Matches the unhashed personal data of every visitor, and no other field. */
export const UNHASHED = /pii\.example|zlata7|777 000/i

/** Creates the event of visitor `n`. For every second visitor, personal data is unhashed. */
export function createSoakEvent(n: number): EventRequest {
  const unhashed = {
    em: `visitor${n}@pii.example`,
    ph: `+7 777 000 ${String(n).padStart(6, '0')}`,
    fn: 'Zlata7',
  }
  const hashed = {
    em: hashPii('em', unhashed.em),
    ph: hashPii('ph', unhashed.ph),
    fn: hashPii('fn', unhashed.fn),
  }
  return {
    event_name: EVENT_NAMES[n % EVENT_NAMES.length]!,
    event_id: `soak-${n}`,
    event_source_url: 'https://school.example/courses/algebra?grade=9',
    user_data: {
      fbp: `fb.1.1795170995788.${n}`,
      external_id: `visitor-${n}`,
      ...(n % 2 === 0 ? unhashed : hashed),
    },
    custom_data: { value: 990, currency: 'RUB', content_ids: ['algebra-9'] },
  }
}

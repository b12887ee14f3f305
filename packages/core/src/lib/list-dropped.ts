import { USER_DATA_KEYS } from '../protocol.ts'

/** A field that the page sent and the platform never sees. */
export interface DroppedField {
  /** Its path, such as `user_data.client_ip_address`; never its value. */
  key: string
  /** `unknown`: no field of the specification. `unusable`: a field whose value is malformed or empty. */
  why: 'unknown' | 'unusable'
}

/**
 * Compares what the page sent with what was kept of it, key by key (decision 5).
 *
 * Keys are text from a browser as well: one that does not look like a field name, and could be an e-mail
 * address or a phone number, is told as `(other)`. At most {@link MAX_TOLD} are told.
 */
export function listDropped(
  sent: object,
  kept: { user_data?: object | undefined },
): DroppedField[] {
  const sentUserData = (sent as { user_data?: unknown }).user_data
  const inUserData =
    kept.user_data && sentUserData
      ? difference('user_data.', USER_DATA_KEYS, sentUserData, kept.user_data)
      : []
  return [...difference('', TOP_LEVEL_KEYS, sent, kept), ...inUserData].slice(0, MAX_TOLD)
}

const MAX_TOLD = 20
const TOP_LEVEL_KEYS = [
  'event_name',
  'event_id',
  'event_source_url',
  'user_data',
  'custom_data',
] as const
const FIELD_NAME = /^[a-z_]{1,40}$/i

function difference(
  path: string,
  known: readonly string[],
  sent: object,
  kept: object,
): DroppedField[] {
  return Object.entries(sent)
    .filter(([key, value]) => isLess(own(kept, key), value))
    .map(([key]) => ({
      key: path + (FIELD_NAME.test(key) ? key : '(other)'),
      why: known.includes(key) ? 'unusable' : 'unknown',
    }))
}

function own(kept: object, key: string): unknown {
  return Object.hasOwn(kept, key) ? kept[key as keyof typeof kept] : undefined
}

/** A list can lose some of its values and keep the others. */
function isLess(kept: unknown, sent: unknown): boolean {
  if (Array.isArray(kept) && Array.isArray(sent)) return kept.length < sent.length
  return kept === undefined
}

import { PROFILE_KEYS } from '@conversion-capi/core/protocol'

import type { ReceivedEvent } from '../../../event/received-event.ts'

/** Those that Meta's parameter builder names as high-priority match keys come first. */
const MATCH_KEYS: readonly string[] = ['em', 'ph', 'fbc', 'fbp', 'external_id', 'fn', 'ln'].concat(
  PROFILE_KEYS,
  ['lead_id', 'subscription_id', 'fb_login_id'],
)

/** The keys that the tracker passes to the pixel if its option `advancedMatching` is on. */
const PIXEL_KEYS = new Set(['em', 'ph', 'fn', 'ln', 'external_id'])

export function findAddedKeys(copies: readonly ReceivedEvent[]): string[] {
  const ofBrowser = listKeys(copies, 'browser')
  return listKeys(copies, 'server').filter((key) => !ofBrowser.includes(key))
}

/** Lists the keys that the pixel could have sent too, if a server's copy contains some and the browser's copy none. */
export function findKeysWithoutPixel(copies: readonly ReceivedEvent[]): string[] {
  const isPair = copies.some(({ source }) => source === 'browser')
  if (!isPair || listKeys(copies, 'browser').some((key) => PIXEL_KEYS.has(key))) return []
  return listKeys(copies, 'server').filter((key) => PIXEL_KEYS.has(key))
}

function listKeys(copies: readonly ReceivedEvent[], source: ReceivedEvent['source']): string[] {
  return MATCH_KEYS.filter((key) =>
    copies.some((copy) => copy.source === source && isPresent(copy.user_data[key])),
  )
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(isPresent)
    : value !== undefined && value !== null && value !== ''
}

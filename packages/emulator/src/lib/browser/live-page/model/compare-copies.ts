import { isHashed } from '@conversion-capi/core/pii'
import { PROFILE_KEYS } from '@conversion-capi/core/protocol'

import { hasContent, type ReceivedEvent } from '../../../event/received-event.ts'
import { hashId } from '../../hash-user-data.ts'

export type ComparedField = ReturnType<typeof compareCopies>[number]

/** Fields that the emulator adds. */
const OWN_FIELDS = new Set([
  'source',
  'request_id',
  'received_at',
  'counted',
  'warnings',
  'pixel_id',
])
const MAX_FIELDS = 300

/**
 * Compares the parameters of two copies. Numbers equal their strings, because the pixel sends strings. A value of
 * `user_data` equals its hash and a list of it, because the pixel sends one hash.
 */
export function compareCopies(
  browser: ReceivedEvent | undefined,
  server: ReceivedEvent | undefined,
) {
  const [left, right] = [flatten(browser), flatten(server)]
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort(
    (one, other) => groupOf(one) - groupOf(other),
  )
  return paths.slice(0, MAX_FIELDS).map((path) => {
    const [one, other] = [left.get(path), right.get(path)]
    return { path, browser: one, server: other, difference: describe(path, one, other) }
  })
}

function describe(
  path: string,
  one: string | undefined,
  other: string | undefined,
): 'same' | 'differs' | 'browser only' | 'server only' {
  if (one === undefined) return 'server only'
  if (other === undefined) return 'browser only'
  if (one === other) return 'same'
  return path.startsWith('user_data.') && toHash(path, one) === toHash(path, other)
    ? 'same'
    : 'differs'
}

/** Returns the hash in a value or in a list of one value. Only an `external_id` may be unhashed. */
function toHash(path: string, value: string): string {
  const text = /^\["([^"\\]*)"\]$/.exec(value)?.[1] ?? value
  if (isHashed(text)) return text.slice(0, 64).toLowerCase()
  return path === 'user_data.external_id' ? hashId(text) : text
}

function flatten(copy: ReceivedEvent | undefined): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [key, value] of Object.entries(copy ?? {})) {
    if (!OWN_FIELDS.has(key)) add(key, value)
  }
  return fields

  function add(path: string, value: unknown): void {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) add(`${path}.${key}`, inner)
    } else if (value !== undefined) {
      fields.set(path, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
}

/** The match keys first: they are what a marketer compares. */
const GROUPS = ['user_data.', 'event_', 'custom_data.']

function groupOf(path: string): number {
  const index = GROUPS.findIndex((group) => path.startsWith(group))
  return index < 0 ? GROUPS.length : index
}

/** Those that Meta's parameter builder names as high-priority match keys come first. */
const MATCH_KEYS: readonly string[] = ['em', 'ph', 'fbc', 'fbp', 'external_id', 'fn', 'ln'].concat(
  PROFILE_KEYS,
  ['lead_id', 'subscription_id', 'fb_login_id'],
)

export function findAddedKeys(copies: readonly ReceivedEvent[]): string[] {
  const ofBrowser = listKeys(copies, 'browser')
  return listKeys(copies, 'server').filter((key) => !ofBrowser.includes(key))
}

function listKeys(copies: readonly ReceivedEvent[], source: ReceivedEvent['source']): string[] {
  return MATCH_KEYS.filter((key) =>
    copies.some((copy) => copy.source === source && hasContent(copy.user_data[key])),
  )
}

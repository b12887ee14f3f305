import type { ReceivedEvent } from '../../../event/received-event.ts'

interface MatchKey {
  key: string
  label: string
  /** Which events are listed without it as missing. `none`: it is listed only if it is present. Default: all. */
  expected?: 'page' | 'server' | 'none'
}

export interface MatchResult extends MatchKey {
  sources: ReceivedEvent['source'][]
}

/** Those that Meta's parameter builder names as high-priority match keys come first, after the key of a CRM's stages. */
const MATCH_KEYS: readonly MatchKey[] = [
  { key: 'lead_id', label: 'Lead ID', expected: 'none' },
  { key: 'em', label: 'Email' },
  { key: 'ph', label: 'Phone' },
  { key: 'fbc', label: 'Click ID' },
  { key: 'fbp', label: 'Browser ID' },
  { key: 'client_ip_address', label: 'IP address', expected: 'page' },
  { key: 'external_id', label: 'Your ID of the person' },
  { key: 'client_user_agent', label: 'User agent', expected: 'page' },
  { key: 'fn', label: 'First name' },
  { key: 'ln', label: 'Last name' },
  { key: 'ct', label: 'City', expected: 'server' },
  { key: 'st', label: 'State', expected: 'server' },
  { key: 'zp', label: 'Zip code', expected: 'server' },
  { key: 'country', label: 'Country', expected: 'server' },
  { key: 'db', label: 'Date of birth', expected: 'server' },
  { key: 'ge', label: 'Gender', expected: 'server' },
  { key: 'subscription_id', label: 'Subscription ID', expected: 'none' },
  { key: 'fb_login_id', label: 'Facebook Login ID', expected: 'none' },
]

export function findMatchKeys(copies: readonly ReceivedEvent[]): MatchResult[] {
  const hasPage = copies.some(
    ({ source, action_source }) => source === 'browser' || action_source === 'website',
  )
  const results = MATCH_KEYS.map((matchKey) => ({
    ...matchKey,
    sources: [
      ...new Set(
        copies
          .filter(({ user_data }) => isPresent(user_data[matchKey.key]))
          .map(({ source }) => source),
      ),
    ],
  }))
  const place = hasPage ? 'page' : 'server'
  return results.filter(({ sources, expected = place }) => sources.length > 0 || expected === place)
}

export function findAddedKeys(copies: readonly ReceivedEvent[]): string[] {
  return findMatchKeys(copies)
    .filter(({ key, sources }) => !key.startsWith('client_') && sources.join() === 'server')
    .map(({ key }) => key)
}

/** The keys that the tracker passes to the pixel if its option `advancedMatching` is on. */
const PIXEL_KEYS = new Set(['em', 'ph', 'fn', 'ln', 'external_id'])

/** Lists the keys that the pixel could have sent too, if a server's copy contains some and the browser's copy none. */
export function findKeysWithoutPixel(copies: readonly ReceivedEvent[]): string[] {
  const results = findMatchKeys(copies).filter(({ key }) => PIXEL_KEYS.has(key))
  const isPair = copies.some(({ source }) => source === 'browser')
  const hasPixelKeys = results.some(({ sources }) => sources.includes('browser'))
  if (!isPair || hasPixelKeys) return []
  return results.filter(({ sources }) => sources.length > 0).map(({ key }) => key)
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(isPresent)
    : value !== undefined && value !== null && value !== ''
}

import type { ReceivedEvent } from '../../../received-event.ts'

/** A parameter of `user_data` that helps Meta to find the person. */
interface MatchKey {
  key: string
  label: string
  /**
   * `high`: named by Meta's parameter builder as a high-priority match key. `supporting`: raises the match
   * quality together with others.
   */
  priority: 'high' | 'supporting'
}

/** A match key of an event, and which copies contain it. */
export interface MatchResult extends MatchKey {
  sources: ReceivedEvent['source'][]
}

/** Where Meta documents the high-priority match keys. */
export const RANKING_URL =
  'https://developers.facebook.com/documentation/ads-commerce/conversions-api/parameter-builder-library'

/** Where Meta documents the combinations that identify nobody. */
export const BASELINE_URL =
  'https://developers.facebook.com/docs/marketing-api/conversions-api/best-practices'

const MATCH_KEYS: readonly MatchKey[] = [
  { key: 'em', label: 'Email', priority: 'high' },
  { key: 'ph', label: 'Phone', priority: 'high' },
  { key: 'fbc', label: 'Click ID', priority: 'high' },
  { key: 'fbp', label: 'Browser ID', priority: 'high' },
  { key: 'client_ip_address', label: 'IP address', priority: 'high' },
  { key: 'external_id', label: 'Your ID of the person', priority: 'supporting' },
  { key: 'client_user_agent', label: 'User agent', priority: 'supporting' },
  { key: 'fn', label: 'First name', priority: 'supporting' },
  { key: 'ln', label: 'Last name', priority: 'supporting' },
]

/** Lists the match keys by priority, and which copies contain them. */
export function findMatchKeys(copies: readonly ReceivedEvent[]): MatchResult[] {
  return MATCH_KEYS.map((matchKey) => ({
    ...matchKey,
    sources: [
      ...new Set(
        copies
          .filter(({ user_data }) => isPresent(user_data[matchKey.key]))
          .map(({ source }) => source),
      ),
    ],
  }))
}

/** Lists the identifiers that the server's copies contain and the browser's do not. */
export function findAddedKeys(copies: readonly ReceivedEvent[]): string[] {
  return findMatchKeys(copies)
    .filter(({ key, sources }) => !key.startsWith('client_') && sources.join() === 'server')
    .map(({ key }) => key)
}

/** Returns the hashes of a key in all copies. */
export function findHashes(copies: readonly ReceivedEvent[], key: string): string[] {
  return copies.flatMap(({ user_data }) => {
    const value = user_data[key]
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.filter((each) => typeof each === 'string')
  })
}

function isPresent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(isPresent)
    : value !== undefined && value !== null && value !== ''
}

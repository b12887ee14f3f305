/**
 * Whether the version that a client has, by its `If-None-Match`, is still the one that is served (RFC 9110,
 * 13.1.2).
 *
 * The comparison is weak: what a proxy compressed on the way is still the same version.
 */
export function isCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  // Matched one by one, since a comma may stand within the quotes.
  return ifNoneMatch.match(QUOTED)?.includes(etag.replace(/^W\//, '')) ?? false
}

const QUOTED = /"[^"]*"/g

import { parseAccept } from './parse-accept.ts'

/** Whether a page is of use to a client. Without an `Accept` header, or with one that cannot be read, it is. */
export function acceptsHtml(accept: string | null): boolean {
  const weights = parseAccept(accept)
  if (weights === undefined || weights.size === 0) return true
  // The most specific range decides (RFC 9110, 12.5.1).
  const weight = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0
  return weight > 0
}

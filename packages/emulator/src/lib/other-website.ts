/** The hostname of a page on this machine, as in `URL.hostname`. */
export const LOOPBACK_HOST: RegExp = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns whether a page of another website sent the request: neither one on this machine nor one of `allowedHosts`.
 *
 * Requests without `Sec-Fetch-Site`, `Origin` and `Referer` do not come from a page. Browsers omit the first for
 * origins that are not a secure context, and a referrer policy can remove the last.
 */
export function isFromOtherWebsite({ headers }: Request, allowedHosts: readonly string[]): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site && SAME_SITES.has(site)) return false
  const page = headers.get('Origin') ?? headers.get('Referer')
  if (page === null) return site !== null
  const host = URL.canParse(page) ? new URL(page).hostname : ''
  return !LOOPBACK_HOST.test(host) && !allowedHosts.includes(host)
}

const SAME_SITES = new Set(['same-origin', 'same-site', 'none'])

import { pageErrorResponse } from '../http/graph-error.ts'
import type { RouteContext, RouteHandler } from './router.ts'

/** Returns whether a hostname, as in `URL.hostname`, is one of this machine or of `allowedHosts`. */
function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  return /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(host) || allowedHosts.includes(host)
}

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
  return !isAllowedHost(host, allowedHosts)
}

const SAME_SITES = new Set(['same-origin', 'same-site', 'none'])

/**
 * Restricts a handler to requests to an allowed hostname, so that a website cannot read the events by DNS
 * rebinding, and `POST` requests to those from the same origin. `POST` requests without `Origin` and
 * `Sec-Fetch-Site` are allowed: they do not come from a browser.
 */
export function restrictAccess(handler: RouteHandler, allowedHosts: readonly string[]) {
  return async function handleAllowed(context: RouteContext): Promise<Response> {
    const { request } = context
    const isAllowed = findHosts(request).every((host) => isAllowedHost(host, allowedHosts))
    const response = !isAllowed
      ? pageErrorResponse(
          403,
          'The live page is not available under this URL. Add its host to allowedHosts.',
        )
      : request.method === 'POST' && !isSameOrigin(request)
        ? pageErrorResponse(403, 'Another website sent this request. Use the live page.')
        : await handler(context)
    response.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    return response
  }
}

/** Some servers do not use the `Host` header for the URL. */
function findHosts(request: Request): string[] {
  const { hostname } = new URL(request.url)
  const host = request.headers.get('Host')
  if (host === null) return [hostname]
  return [hostname, URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '']
}

/** Browsers send `Sec-Fetch-Site` to localhost and over HTTPS, and `Origin` with every `POST`. */
function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'

  const origin = request.headers.get('Origin')
  if (origin === null) return true
  // The scheme can differ behind a proxy that ends TLS.
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}

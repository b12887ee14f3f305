import type { RouteHandler } from '../router.ts'
import { pageErrorResponse } from '../graph-error.ts'
import { LOOPBACK_HOST } from '../other-website.ts'

/**
 * Restricts a handler to requests to an allowed hostname, so that a website cannot read the events by DNS
 * rebinding, and `POST` requests to those from the same origin. `POST` requests without `Origin` and
 * `Sec-Fetch-Site` are allowed: they do not come from a browser.
 */
export function restrictAccess(
  handler: RouteHandler,
  allowedHosts: readonly string[],
): RouteHandler {
  return async function handleAllowed(context) {
    const { request } = context
    const isAllowed = findHosts(request).every(
      (host) => LOOPBACK_HOST.test(host) || allowedHosts.includes(host),
    )
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

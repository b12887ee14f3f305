import type { IncomingMessage } from 'node:http'
import type { ServerRequest } from 'srvx'

/**
 * Returns the URL of a request, or `undefined` if its `Host` header is missing, repeated or malformed. Such requests
 * must get a 400.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function requestUrl(request: ServerRequest, req: IncomingMessage): URL | undefined {
  if (!hasHost(req)) return undefined
  const url = URL.parse(request.url)
  if (url?.hostname !== UNKNOWN_HOST) return url ?? undefined

  // The host of a URL as request target takes precedence over the header.
  url.host = URL.parse(req.url!)?.host ?? req.headers.host!
  request._url = url
  return url.hostname === UNKNOWN_HOST ? undefined : url
}

/** The hostname that srvx uses instead of hostnames that have, for example, a dot at the end. */
const UNKNOWN_HOST = '_invalid_'

/** HTTP/1.1 requires exactly one `Host` header. */
function hasHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const isHost = (index: number): boolean => rawHeaders[index]!.toLowerCase() === 'host'
  const [host, other] = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(index - 1))
  if (host === undefined) return httpVersion === '1.0'
  return other === undefined && HOST.test(host)
}

/** Empty, or a host and an optional port as in RFC 3986, section 3.2. The URL parser checks the numbers. */
const HOST = /^(?:(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?)?$/i

import { createHash } from 'node:crypto'

/** A file that is served at its exact URL. */
export interface Resource {
  /** Begins with a slash and is matched whole: `/llms.txt`, `/for-llm/`. */
  path: string
  /** The `Content-Type`, charset included. */
  contentType: string
  /** A string is sent as UTF-8. */
  body: string | Uint8Array
  /** Further headers; they win over the ones that are set here. */
  headers?: Record<string, string>
}

/**
 * Makes the answers to requests for one resource.
 *
 * GET and HEAD are answered with an ETag, or 304 when the client has that version already (RFC 9110, 13.1.2);
 * every other method is a 405.
 */
export function serveResource(resource: Resource): (request: Request) => Response {
  const body = Buffer.from(resource.body)
  const headers = new Headers({
    'Content-Type': resource.contentType,
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  })
  for (const [name, value] of Object.entries(resource.headers ?? {})) headers.set(name, value)
  const etag = headers.get('ETag')!

  return function respond(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
    if (isCurrent(request.headers.get('If-None-Match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    const response = new Response(body, { headers })
    response.headers.set('Content-Length', String(body.byteLength))
    return response
  }
}

function methodNotAllowed(): Response {
  return new Response('Method not allowed\n', {
    status: 405,
    headers: {
      Allow: 'GET, HEAD',
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** The comparison is weak: what a proxy compressed on the way is still the same version. */
function isCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => opaque(tag.trim()) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}

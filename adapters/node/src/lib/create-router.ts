import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { type Resource, serveResource } from './serve-resource.ts'

export interface Routes {
  handle: (request: Request) => Response | Promise<Response>
  resources?: Resource[]
  fetch?: (request: Request) => Response | Promise<Response>
}

/**
 * Decides who answers a request, by its exact path: the conversion handler, a resource, else `fetch`.
 *
 * Throws when a resource's path does not begin with a slash.
 */
export function createRouter({
  handle,
  resources = [],
  fetch = notFound,
}: Routes): (request: Request) => Response | Promise<Response> {
  const exact = new Map(resources.map((each) => [toPathname(each.path), serveResource(each)]))

  return function route(request) {
    const pathname = readPathname(request)
    if (pathname === undefined) return plain(400, 'Bad request')
    if (pathname === CONVERSION_PATH) return handle(request)
    return (exact.get(pathname) ?? fetch)(request)
  }
}

/** The form in which browsers ask for a path: what is not ASCII is percent-encoded. */
function toPathname(path: string): string {
  if (!path.startsWith('/')) {
    throw new Error(`The resource path "${path}" must begin with a slash, like "/llms.txt".`)
  }
  return new URL(`http://localhost${path}`).pathname
}

/** `undefined` when the client's `Host` header makes no URL. */
function readPathname(request: Request): string | undefined {
  try {
    return new URL(request.url).pathname
  } catch {
    return undefined
  }
}

function notFound(): Response {
  return plain(404, 'Not found')
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

export interface Routes {
  handle: (request: Request) => Response | Promise<Response>
  fetch?: (request: Request) => Response | Promise<Response>
}

/** Decides who answers a request, by its exact path: the conversion handler, else `fetch`. */
export function createRouter({
  handle,
  fetch = notFound,
}: Routes): (request: Request) => Response | Promise<Response> {
  return function route(request) {
    const pathname = readPathname(request)
    if (pathname === undefined) return plain(400, 'Bad request')
    return pathname === CONVERSION_PATH ? handle(request) : fetch(request)
  }
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

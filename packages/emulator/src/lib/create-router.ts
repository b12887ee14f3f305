import { graphError } from './graph-error.ts'

interface Route {
  /** Matched at the end of the path, so that everything can be mounted under any prefix. */
  path: RegExp
  methods: readonly string[]
  /** Whether pages of other origins may read the answer. */
  cors?: boolean
  answer(call: Call): Response | Promise<Response>
}

interface Call {
  request: Request
  signal: AbortSignal | undefined
  /** What the path's named groups matched. */
  groups: Record<string, string | undefined>
}

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'content-type',
}

/** Hands a request to the first route whose path matches; the others are refused in Meta's shape. */
export function createRouter(
  routes: readonly Route[],
): (request: Request, signal: AbortSignal | undefined) => Promise<Response> {
  return async function route(request, signal) {
    const { pathname } = new URL(request.url)
    const route = routes.find(({ path }) => path.test(pathname))
    if (!route) return finish(notFound())

    const groups = route.path.exec(pathname)?.groups ?? {}
    const response = await answer(route, { request, signal, groups })
    if (route.cors) response.headers.set('Access-Control-Allow-Origin', '*')
    return finish(response)
  }
}

async function answer(route: Route, call: Call): Promise<Response> {
  const { method } = call.request
  if (route.methods.includes(method)) return route.answer(call)
  if (route.cors && method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS })
  }

  const allowed = route.methods.join(', ')
  const response = graphError({
    status: 405,
    message: `Unsupported request: this path takes ${allowed} only.`,
    type: 'GraphMethodException',
    code: 100,
  })
  response.headers.set('Allow', allowed)
  return response
}

function notFound(): Response {
  return graphError({
    status: 404,
    message:
      'Unknown path. Under any prefix there are POST /{version}/{pixel_id}/events (the Conversions ' +
      'API), GET and POST /tr (the pixel), GET /en_US/fbevents.js (its script), GET / (the live ' +
      'page, with the slash), GET /events.json and POST /clear.',
    type: 'GraphMethodException',
    code: 100,
  })
}

function finish(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

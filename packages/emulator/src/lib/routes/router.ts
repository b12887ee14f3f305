import { type ExplainedError, graphErrorResponse, toGraphError } from '../http/graph-error.ts'
import type { RejectionDetails } from '../record/rejected-request.ts'

export interface Route {
  /**
   * Matches the end of the URL's path, so that the emulator works under any prefix. `{version}`
   * matches a Graph API version such as `v18.0`, any other placeholder one path segment.
   */
  path: string
  methods: { readonly GET?: RouteHandler; readonly POST?: RouteHandler }
  /** Allows pages of other origins to read the response. */
  cors?: boolean
  /** Records requests with an unsupported method. */
  isApi?: boolean
}

export type RouteHandler = (context: RouteContext) => Response | Promise<Response>

export interface RouteContext {
  request: Request
  route: string
  /** The signal that the caller passed to `fetch`. */
  signal: AbortSignal | undefined
  /** The values of the path's placeholders, except `{version}`. */
  params: Record<string, string | undefined>
}

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'content-type',
}

export type Reject = (route: string, error: ExplainedError, details?: RejectionDetails) => Response

/**
 * Passes each request to the first route whose path matches. Unsupported methods of API routes and `POST` requests to unknown
 * paths are recorded as rejected.
 */
export function createRouter(routes: readonly Route[], reject: Reject) {
  const table = routes.map((route) => ({ ...route, pattern: compilePath(route.path) }))

  return async function route(request: Request, signal: AbortSignal | undefined) {
    const { pathname } = new URL(request.url)
    const match = table.find(({ pattern }) => pattern.test(pathname))
    const params = match?.pattern.exec(pathname)?.groups ?? {}
    const route = `${request.method} ${match?.path ?? abbreviate(pathname)}`
    const response = match
      ? await handle(match, { request, route, signal, params })
      : respond(route, describeRoutes(routes), request.method === 'POST')

    if (match?.cors) response.headers.set('Access-Control-Allow-Origin', '*')
    response.headers.set('Cache-Control', 'no-store')
    response.headers.set('X-Content-Type-Options', 'nosniff')
    return response
  }

  async function handle({ methods, cors, isApi = false }: Route, context: RouteContext) {
    const { method } = context.request
    const handler = Object.entries(methods).find(([name]) => name === method)?.[1]
    if (handler) return handler(context)
    if (cors && method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS })
    }
    const allowed = Object.keys(methods).join(', ')
    const error = {
      status: 405,
      type: 'GraphMethodException',
      problem: `The method ${method} is not supported for this path.`,
      fix: `Use ${allowed}.`,
    }
    const response = respond(context.route, error, isApi)
    response.headers.set('Allow', allowed)
    return response
  }

  function respond(route: string, error: ExplainedError, isRecorded: boolean): Response {
    return isRecorded ? reject(route, error) : graphErrorResponse(toGraphError(error))
  }
}

function compilePath(path: string): RegExp {
  const source = path
    .replaceAll('.', String.raw`\.`)
    .replace('{version}', String.raw`v\d+\.\d+`)
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(path.endsWith('/') ? `${source}$` : `${source}/?$`)
}

const MAX_PATH_LENGTH = 100

/** Abbreviates an unknown path: its segments could contain a token or personal data. */
function abbreviate(pathname: string): string {
  return pathname
    .replaceAll(/[^/]+/g, (segment) =>
      /^(?:[a-z]{1,20}|v[\d.]{1,6})$/i.test(segment) ? segment : '…',
    )
    .slice(0, MAX_PATH_LENGTH)
}

function describeRoutes(routes: readonly Route[]): ExplainedError {
  const paths = routes.map(({ path, methods }) => `${Object.keys(methods).join(', ')} ${path}`)
  return {
    status: 404,
    message: `Unknown path. Use one of these, under any prefix: ${paths.join('; ')}.`,
    type: 'GraphMethodException',
    problem: 'The path is not one of the emulator.',
    fix: 'Set META_GRAPH_URL to the URL of the emulator, without the version and without /events.',
  }
}

// `node serve-build-output.ts <folder>` serves the output of `vercel build` on $PORT.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from 'srvx/node'

interface Route {
  src?: string
  dest?: string
  status?: number
  headers?: Record<string, string>
  continue?: boolean
  handle?: string
  has?: { type: string; key: string; value?: string }[]
}

type RequestHandler = (request: Request) => Promise<Response>

serve({ fetch: createBuildOutputHandler(process.argv[2]!), hostname: '127.0.0.1', silent: true })

/**
 * Creates a handler that responds as Vercel does (Build Output API, version 3): it applies the routes in order, then
 * files and functions, then the remaining routes, then the error page.
 *
 * Supports only the features that the example uses, and throws on conditions it does not know.
 *
 * @see https://vercel.com/docs/build-output-api/configuration
 */
function createBuildOutputHandler(folder: string): RequestHandler {
  const { routes, overrides = {} } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  const phases = toPhases(routes)

  return async function handle(request) {
    const headers = new Headers()
    let { pathname } = new URL(request.url)
    for (const phase of ['', 'filesystem'] as const) {
      if (phase === 'filesystem') {
        const found = await find(pathname, request)
        if (found) return withHeaders(found, headers)
      }
      for (const route of phases.get(phase) ?? []) {
        if (!matches(route, pathname, request)) continue
        const src = new RegExp(route.src!)
        for (const [name, value] of Object.entries(route.headers ?? {})) {
          headers.set(name, pathname.replace(src, value))
        }
        if (route.dest) pathname = pathname.replace(src, route.dest)
        if (route.status && !route.dest) return notFound(request, headers, route)
        const found = route.dest && (await find(pathname, request))
        if (found) return withHeaders(found, headers)
        if (!route.continue) break
      }
    }
    return notFound(request, headers, undefined)
  }

  async function notFound(
    request: Request,
    headers: Headers,
    route: Route | undefined,
  ): Promise<Response> {
    const location = route?.headers?.['Location']
    if (location) return new Response(null, { status: route.status!, headers })
    const { pathname } = new URL(request.url)
    const error = phases.get('error')?.find((each) => matches(each, pathname, request) && each.dest)
    const page = error?.dest && (await find(error.dest, request))
    return new Response(page ? page.body : 'Not found', {
      status: route?.status ?? error?.status ?? 404,
      headers: page ? page.headers : {},
    })
  }

  async function find(pathname: string, request: Request): Promise<Response | undefined> {
    const run = await functionAt(pathname)
    if (run) return run(request)
    const file = fileAt(pathname)
    if (!file) return undefined
    const override = overrides[file]?.contentType ?? contentTypeOf(file)
    return new Response(readFileSync(join(folder, 'static', file)), {
      headers: { 'Content-Type': override },
    })
  }

  async function functionAt(pathname: string): Promise<RequestHandler | undefined> {
    const bundle = join(folder, 'functions', `${pathname}.func`)
    if (!isFile(join(bundle, '.vc-config.json'))) return undefined
    const { handler } = JSON.parse(readFileSync(join(bundle, '.vc-config.json'), 'utf8'))
    const { default: exported } = await import(pathToFileURL(join(bundle, handler)).href)
    return (request) => exported.fetch(request)
  }

  function fileAt(pathname: string): string | undefined {
    const path = decodeURIComponent(pathname).slice(1)
    const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path]
    return candidates.find((candidate) => isFile(join(folder, 'static', candidate)))
  }
}

function toPhases(routes: Route[]): Map<string, Route[]> {
  const phases = new Map<string, Route[]>()
  let phase = ''
  for (const route of routes) {
    if (route.handle) phase = route.handle
    else phases.set(phase, [...(phases.get(phase) ?? []), route])
  }
  return phases
}

function matches({ src, has = [] }: Route, pathname: string, request: Request): boolean {
  if (!new RegExp(src!).test(pathname)) return false
  return has.every(({ type, key, value }) => {
    if (type !== 'header')
      throw new Error(
        `Conditions of type "${type}" are not supported. Add them to serve-build-output.ts.`,
      )
    const sent = request.headers.get(key)
    return sent !== null && (value === undefined || new RegExp(`^${value}$`).test(sent))
  })
}

function withHeaders(response: Response, headers: Headers): Response {
  const merged = new Headers(response.headers)
  for (const [name, value] of headers) merged.set(name, value)
  return new Response(response.body, { status: response.status, headers: merged })
}

/** Returns the content type that Vercel guesses from the extension. */
function contentTypeOf(file: string): string {
  const extension = /\.\w+$/.exec(file)?.[0] ?? ''
  return CONTENT_TYPES[extension] ?? 'application/octet-stream'
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

import { checkNames } from '@conversion-capi/core/protocol'

import { PATHS } from '../resource.ts'
import { canonicalPathname } from '../url.ts'
import { createFileResponse } from './file-response.ts'
import { acceptsHtml, findMarkdown, prefersMarkdown, varyByAccept } from './negotiation.ts'
import { responseHeaders } from './response-headers.ts'
import { FALLBACK_PATH, requestPathname, type ServedResource } from './served-resource.ts'

/** Options of `serveResources`. */
export interface ServeResourcesOptions {
  /**
   * Responds to requests for paths that no file has.
   *
   * @default A 404 with `/404.html` if that file exists and the client accepts HTML, otherwise with plain text.
   */
  notFound?: (request: Request) => Response | Promise<Response>
}

type Handler = (request: Request) => Promise<Response>

/**
 * Creates a fetch handler that serves files at their exact URLs (specification 4.2), for Deno, Node, Bun, Workers
 * and service workers. `/docs/api` does not lead to `/docs/api.html`. `/index.html` is the page `/`, as it is on every
 * host. It redirects only from a file with the header `Location`.
 *
 * GET and HEAD return the file with an ETag, or 304; other methods return 405. A page with a Markdown version
 * (`/for-llm/index.md` for `/for-llm/`, `/page.html.md` for `/page.html`) returns it to clients that prefer
 * Markdown.
 *
 * A file with the path `/*`, the page of a single-page application, is returned with status 200 at all other URLs that
 * have no file extension, to clients that accept HTML.
 *
 * @param resources The files to serve: the result of `renderResources`, and any other files.
 * @throws {TypeError} If an option is unknown.
 * @throws {Error} If a path does not start with exactly one slash, two files have the same path, or a header is
 *   invalid.
 */
export function serveResources(
  resources: ServedResource[],
  options: ServeResourcesOptions = {},
): (request: Request) => Promise<Response> {
  checkNames(options, ['notFound'])
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const handlers = new Map<string, Handler>()
  for (const resource of resources) {
    const pathname = requestPathname(resource.path)
    if (handlers.has(pathname)) {
      throw new Error(`Two files have the path "${resource.path}". Remove one of them.`)
    }
    handlers.set(pathname, serveFile(resource, resources, findMarkdown(resource, byPath)))
  }
  const { notFound = serveNotFound(byPath.get(PATHS.notFound)) } = options
  const fallback = handlers.get(FALLBACK_PATH)

  return async function serve(request) {
    const pathname = canonicalPathname(new URL(request.url))
    // Hosts of static files serve a folder's page at this URL, too.
    const handler = handlers.get(pathname) ?? handlers.get(pathname.replace(/\/index\.html$/, '/'))
    if (!handler) {
      const isPage = !/\.[^/]*$/.test(pathname) && acceptsHtml(request.headers.get('Accept'))
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return fallback && isPage && isRead ? fallback(request) : notFound(request)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed(request)
    return handler(request)
  }
}

function serveFile(
  file: ServedResource,
  files: ServedResource[],
  markdown: ServedResource | undefined,
): Handler {
  const { Location: target } = file.headers ?? {}
  if (target !== undefined) {
    return ({ url }) => {
      const headers = { Location: target + new URL(url).search }
      return Promise.resolve(new Response(null, { status: 308, headers }))
    }
  }
  const headers = responseHeaders(file, files)
  if (!markdown) return createFileResponse(file, headers)

  const serveHtml = createFileResponse(file, varyByAccept(headers))
  const location = { 'Content-Location': requestPathname(markdown.path) }
  const serveMarkdown = createFileResponse(
    markdown,
    varyByAccept({ ...responseHeaders(markdown), ...location }),
  )
  return (request) =>
    (prefersMarkdown(request.headers.get('Accept')) ? serveMarkdown : serveHtml)(request)
}

function serveNotFound(page: ServedResource | undefined): Handler {
  if (!page) return createFileResponse(NOT_FOUND, undefined, 404)
  const serveHtml = createFileResponse(page, varyByAccept(responseHeaders(page)), 404)
  const serveText = createFileResponse(NOT_FOUND, varyByAccept(responseHeaders(NOT_FOUND)), 404)
  return (request) => (acceptsHtml(request.headers.get('Accept')) ? serveHtml : serveText)(request)
}

const TEXT = { path: '', contentType: 'text/plain; charset=utf-8' }

const NOT_FOUND: ServedResource = {
  ...TEXT,
  body: 'Not found. The files of this site are served at their exact URLs.\n',
}

const METHOD_NOT_ALLOWED: ServedResource = {
  ...TEXT,
  body: 'Method not allowed\n',
  headers: { Allow: 'GET, HEAD' },
}

const methodNotAllowed = createFileResponse(METHOD_NOT_ALLOWED, undefined, 405)

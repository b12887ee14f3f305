import { PATHS } from '../resource.ts'
import { acceptsHtml } from './accepts-html.ts'
import { answerFile } from './answer-file.ts'
import { findMarkdown } from './find-markdown.ts'
import { headersOf } from './headers-of.ts'
import { prefersMarkdown } from './prefers-markdown.ts'
import type { ServedResource } from './served-resource.ts'
import { toPathname } from './to-pathname.ts'
import { varyByAccept } from './vary-by-accept.ts'

/** What `serveResources` may be told. */
export interface ServeResourcesOptions {
  /**
   * Answers a path that no file has. Default: status 404 with the page shell, `/404.html`, when it is among the
   * files and the client accepts HTML, else with a line of plain text.
   */
  notFound?: (request: Request) => Response | Promise<Response>
}

type Answer = (request: Request) => Promise<Response>

/**
 * Serves files at their exact URLs (specification 4.2), as a fetch handler for Deno, Node, Bun, Workers and
 * service workers: no redirect, no `/docs/api` for `/docs/api.html`.
 *
 * GET and HEAD are answered with an ETag, or with 304; every other method is a 405. A page that has a Markdown
 * twin, `/for-llm/index.md` for `/for-llm/` and `/page.html.md` for `/page.html`, answers it to a client that
 * prefers Markdown.
 *
 * Throws when a path does not begin with one slash or two files have the same, and when a header cannot be sent.
 */
export function serveResources(
  resources: ServedResource[],
  options: ServeResourcesOptions = {},
): (request: Request) => Promise<Response> {
  const byPath = new Map(resources.map((resource) => [resource.path, resource]))
  const answers = new Map<string, Answer>()
  for (const resource of resources) {
    const pathname = toPathname(resource.path)
    if (answers.has(pathname)) {
      throw new Error(`Two files have the path "${resource.path}". Leave one of them out.`)
    }
    const headers = headersOf(resource, resources)
    const markdown = findMarkdown(resource, byPath)
    answers.set(
      pathname,
      markdown ? negotiate(resource, headers, markdown) : answerFile(resource, headers),
    )
  }
  const { notFound = pageShell(byPath.get(PATHS.notFound)) } = options

  return async function serve(request) {
    const answer = answers.get(new URL(request.url).pathname)
    if (!answer) return notFound(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed(request)
    return answer(request)
  }
}

/** Answers a page or, to a client that prefers it, its Markdown twin. */
function negotiate(
  page: ServedResource,
  headers: Record<string, string>,
  markdown: ServedResource,
): Answer {
  const asHtml = answerFile(page, varyByAccept(headers))
  const asMarkdown = answerFile(
    markdown,
    varyByAccept({ ...headersOf(markdown), 'Content-Location': toPathname(markdown.path) }),
  )
  return function answer(request) {
    return (prefersMarkdown(request.headers.get('Accept')) ? asMarkdown : asHtml)(request)
  }
}

function pageShell(shell: ServedResource | undefined): Answer {
  if (!shell) return answerFile(NOT_FOUND, headersOf(NOT_FOUND), 404)

  const asHtml = answerFile(shell, varyByAccept(headersOf(shell)), 404)
  const asText = answerFile(NOT_FOUND, varyByAccept(headersOf(NOT_FOUND)), 404)
  return function answer(request) {
    return (acceptsHtml(request.headers.get('Accept')) ? asHtml : asText)(request)
  }
}

const PLAIN_TEXT = 'text/plain; charset=utf-8'

const NOT_FOUND: ServedResource = {
  path: PATHS.notFound,
  contentType: PLAIN_TEXT,
  body: 'Not found. The files of this site are served at their exact URLs.\n',
}

const METHOD_NOT_ALLOWED: ServedResource = {
  path: '',
  contentType: PLAIN_TEXT,
  body: 'Method not allowed\n',
  headers: { Allow: 'GET, HEAD' },
}

const methodNotAllowed = answerFile(METHOD_NOT_ALLOWED, headersOf(METHOD_NOT_ALLOWED), 405)

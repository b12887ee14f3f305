import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import type { Worker } from './worker.ts'

/**
 * Returns a Worker that responds with the Markdown version of a page to clients that prefer it (`Accept: text/markdown`).
 *
 * Cloudflare runs a Worker by path, not by header, so `assets.run_worker_first` must contain the paths of the pages, and
 * each visit to a page counts as a request of the Worker.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/binding/#run_worker_first
 */
export function withMarkdown(worker: Worker): Worker {
  return {
    ...worker,
    async fetch(request, env, context) {
      const { method, headers } = request
      const url = new URL(request.url)
      const { pathname } = url
      const isRead = method === 'GET' || method === 'HEAD'
      if (!isRead || pathname === CONVERSION_PATH) return worker.fetch(request, env, context)

      // Relative to a URL, a path with two slashes is another host.
      if (prefersMarkdown(headers.get('Accept') ?? '') && !pathname.startsWith('//')) {
        url.pathname += `${pathname.endsWith('/') ? 'index' : ''}.md`
        url.search = ''
        const response = await worker.fetch(new Request(url, request), env, context)
        const isFound = response.ok || response.status === 304
        if (isFound && response.headers.get('Content-Type')?.startsWith('text/markdown')) {
          return addHeaders(response, { 'Content-Location': url.pathname })
        }
      }
      return addHeaders(await worker.fetch(request, env, context))
    },
  }
}

/** Returns whether a client names `text/markdown` with at least the weight of `text/html`. Ignores wildcards. */
function prefersMarkdown(accept: string): boolean {
  const weights = new Map<string, number>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1
    weights.set(type!, Math.max(Number(weight), weights.get(type!) ?? 0))
  }
  const weight = weights.get('text/markdown') ?? 0
  return weight > 0 && weight >= (weights.get('text/html') ?? 0)
}

function addHeaders(response: Response, headers: Record<string, string> = {}): Response {
  const copy = new Response(response.body, response)
  copy.headers.append('Vary', 'Accept')
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
  return copy
}

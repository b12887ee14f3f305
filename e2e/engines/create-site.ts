import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { buildTracker } from '@conversion-capi/tracker'

import { answerAsProxy } from './answer-as-proxy.ts'
import type { Visit } from './case.ts'
import { renderPage } from './render-page.ts'
import { settle, settleAll } from './settle.ts'
import type { Handle } from './start-server.ts'

/** Pages that lead an engine from visit to visit, and the proxy that they post to. */
export interface Site {
  handle: Handle
  /** The first page of the first visit. */
  url: string
  /** Resolves when all visits are made and nothing more arrives. */
  finished: Promise<void>
  /** The case that the engine has come to. */
  progress(): string
}

/** All that belongs to one visit has an address under its number, the proxy too: so it is told apart. */
export function createSite(visits: Visit[], port: number): Site {
  let latest = 0
  let finish: () => void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  return { handle, url: firstPage(0), finished, progress: () => visits[latest]!.case.name }

  async function handle(request: Request): Promise<Response> {
    const [, number, ...segments] = new URL(request.url).pathname.split('/')
    const index = Number.parseInt(number ?? '', 10)
    const visit = visits[index]
    if (!visit) return new Response(null, { status: 404 })
    latest = Math.max(latest, index)

    const path = `/${segments.join('/')}`
    switch (path) {
      case CONVERSION_PATH:
        return answerAsProxy(request, visit)
      case '/polaris.js':
        return respond(buildTracker({ name: 'polaris', endpoint: endpoint(index) }), 'javascript')
      case '/report':
        visit.reports.push(await request.json())
        return respond('')
      case '/error':
        visit.errors.push(await request.text())
        return respond('')
      case '/rest':
        return respond(REST)
      case '/next':
        await settle(visit)
        if (visits[index + 1]) return Response.redirect(firstPage(index + 1), 303)
        await settleAll(visits)
        finish()
        return respond('')
      default:
        return respond(renderPage(visit.case.pages[Number(segments[0])] ?? '', endpoint(index)))
    }
  }

  function firstPage(index: number): string {
    const host = visits[index]!.case.host ?? 'localhost'
    return `http://${host === 'localhost' ? `localhost:${port}` : host}/${index}/0`
  }

  function endpoint(index: number): string {
    const isCrossOrigin = visits[index]!.case.endpoint === 'cross origin'
    return `${isCrossOrigin ? `http://127.0.0.1:${port}` : ''}/${index}${CONVERSION_PATH}`
  }
}

/** What the tracker has kept for later is not for the next visit. */
const REST = "<script>localStorage.clear(); location.href = 'next'</script>"

function respond(body: string, type: 'html' | 'javascript' = 'html'): Response {
  // A page that may not be stored is not kept for the way back either: left, it is gone.
  const headers = { 'Content-Type': `text/${type}; charset=utf-8`, 'Cache-Control': 'no-store' }
  return new Response(body, { headers })
}

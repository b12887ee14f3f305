import { setTimeout } from 'node:timers/promises'

import { CONVERSION_PATH, CORS_HEADERS } from '@conversion-capi/core/protocol'
import { buildTracker } from '@conversion-capi/tracker'

import type { ScenarioRun } from './scenarios.ts'

/** The pages that navigate an engine through all runs, and the proxy that they post to. */
export interface ScenarioSite {
  handle: (request: Request) => Promise<Response>
  url: string
  /** Resolves after the last run, when no more posts arrive. */
  finished: Promise<void>
  progress: () => string
}

/**
 * Creates the site. All URLs of a run, including the proxy's, start with the index of the run, which assigns each
 * request to its run.
 */
export function createScenarioSite(runs: ScenarioRun[], port: number): ScenarioSite {
  let latest = 0
  const departures = runs.map(() => Promise.withResolvers<void>())
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  return { handle, url: firstPage(0), finished, progress: () => runs[latest]!.scenario.name }

  async function handle(request: Request): Promise<Response> {
    const [, number, ...segments] = new URL(request.url).pathname.split('/')
    const index = Number.parseInt(number ?? '', 10)
    const run = runs[index]
    if (!run) return new Response(null, { status: 404 })
    latest = Math.max(latest, index)

    const path = `/${segments.join('/')}`
    switch (path) {
      case CONVERSION_PATH:
        return respondAsProxy(request, run, departures[index]!.promise)
      case '/polaris.js':
        return respond(
          buildTracker({ name: 'polaris', endpoint: endpoint(index), ...run.scenario.options }),
          'javascript',
        )
      case '/report':
        run.reports.push(await request.json())
        return respond('')
      case '/error':
        run.errors.push(await request.text())
        return respond('')
      case '/rest':
        // The next run must not send the stored events of this run, nor know its persons.
        return respond(
          "<script>localStorage.clear(); sessionStorage.clear(); location.href = 'next'</script>",
        )
      case '/next':
        departures[index]!.resolve()
        await settle(run)
        if (runs[index + 1]) return Response.redirect(firstPage(index + 1), 303)
        await settleAll(runs)
        finish()
        return respond('')
      default:
        return respond(renderPage(run.scenario.pages[Number(segments[0])] ?? '', endpoint(index)))
    }
  }

  function firstPage(index: number): string {
    const host = runs[index]!.scenario.host ?? 'localhost'
    return `http://${host === 'localhost' ? `localhost:${port}` : host}/${index}/0`
  }

  function endpoint(index: number): string {
    const isCrossOrigin = runs[index]!.scenario.endpoint === 'cross origin'
    return `${isCrossOrigin ? `http://127.0.0.1:${port}` : ''}/${index}${CONVERSION_PATH}`
  }
}

/** Records the request and responds as the proxy does when upstream accepts the event. */
async function respondAsProxy(
  request: Request,
  run: ScenarioRun,
  departed: Promise<void>,
): Promise<Response> {
  const { latency, failures = 0 } = run.scenario
  if (request.method === 'OPTIONS') {
    run.preflights += 1
    const delay = latency?.preflight
    await (delay === 'until left' ? departed : setTimeout(delay))
    // Disables the preflight cache, so that every request has a preflight and its latency.
    const headers = { ...CORS_HEADERS, 'Access-Control-Max-Age': '0' }
    return new Response(null, { status: 204, headers })
  }
  run.posts.push(await request.text())
  await setTimeout(latency?.post)
  if (run.posts.length <= failures) return new Response('Not found', { status: 404 })
  return Response.json({ ok: true, upstream: {} }, { headers: CORS_HEADERS })
}

function respond(body: string, type: 'html' | 'javascript' = 'html'): Response {
  // no-store also keeps the page out of the back/forward cache.
  const headers = { 'Content-Type': `text/${type}; charset=utf-8`, 'Cache-Control': 'no-store' }
  return new Response(body, { headers })
}

/** Every page navigates after this time at the latest, so that the next run can start. */
const MAX_PAGE_MS = 60_000

/** Adds `ENDPOINT`, `report`, error reporting and the time limit to the HTML of a page. */
function renderPage(html: string, endpoint: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script>
  const ENDPOINT = ${JSON.stringify(endpoint)}
  function report(value) { navigator.sendBeacon('report', JSON.stringify(value)) }
  addEventListener('error', ({ message }) => navigator.sendBeacon('error', message))
  addEventListener('unhandledrejection', ({ reason }) => navigator.sendBeacon('error', reason))
  if (self === top) setTimeout(() => (location.href = 'rest'), ${MAX_PAGE_MS})
</script>
${html}`
}

/** Only failing runs wait this long. */
const MAX_SETTLE_MS = 60_000
const QUIET_MS = 1000

/** Waits until the run passes its verification or time is up. */
async function settle(run: ScenarioRun): Promise<void> {
  const end = Date.now() + MAX_SETTLE_MS
  while (!passes(run) && Date.now() < end) await setTimeout(20)
}

/** Settles all runs, then waits until no more late or duplicate posts arrive. */
async function settleAll(runs: ScenarioRun[]): Promise<void> {
  await Promise.all(runs.map(settle))
  for (let known = -1; known !== countPosts();) {
    known = countPosts()
    await setTimeout(QUIET_MS)
  }

  function countPosts(): number {
    return runs.reduce((count, { posts }) => count + posts.length, 0)
  }
}

function passes(run: ScenarioRun): boolean {
  try {
    run.scenario.verify(run)
    return true
  } catch {
    return false
  }
}

import { LIVE_PAGE_HTML, LIVE_PAGE_SCRIPT, LIVE_PAGE_STYLE } from '../browser.generated.ts'
import type { EventLog } from '../event-log.ts'
import type { ReceivedEvent } from '../received-event.ts'
import { restrictAccess } from './page-access.ts'
import type { RejectedRequest, RejectionLog } from '../rejection-log.ts'
import type { Route, RouteContext } from '../router.ts'

/** The content of `/events.json`. */
export interface LiveContent {
  events: ReceivedEvent[]
  rejections: RejectedRequest[]
}

interface PageOptions {
  /** Letters, digits, `_` and `-` only: inserted into the HTML without escaping. */
  pixelId: string
  maxEvents: number
  /** Hosts of the live page in addition to loopback hosts. */
  allowedHosts: readonly string[]
  log: EventLog
  rejectionLog: RejectionLog
  /** Removes all events and rejections. */
  clear: () => void
}

/**
 * Creates the routes of the live page: the page itself, and the endpoints that its script requests.
 *
 * The routes accept only requests to allowed hosts. The page's content security policy allows its inline script and style, and requests to its own
 * origin.
 */
export function createPageRoutes(options: PageOptions): Route[] {
  const { pixelId, maxEvents, allowedHosts, log, rejectionLog, clear } = options
  // Distinguishes the ETags of this emulator from those of an earlier process.
  const instanceId = crypto.randomUUID()

  return [
    { path: '/events.json', methods: { GET: restrictAccess(listEvents, allowedHosts) } },
    { path: '/clear', methods: { POST: restrictAccess(clearEvents, allowedHosts) } },
    { path: '/', methods: { GET: restrictAccess(servePage, allowedHosts) } },
  ]

  /** Responds with 304 if nothing has changed, because the page polls every second. */
  function listEvents({ request }: RouteContext): Response {
    const headers = { ETag: `"${instanceId}-${log.revision()}-${rejectionLog.revision()}"` }
    if (request.headers.get('If-None-Match') === headers.ETag) {
      return new Response(null, { status: 304, headers })
    }
    const content: LiveContent = {
      events: log.events(),
      rejections: rejectionLog.rejections(),
    }
    return Response.json(content, { headers })
  }

  function clearEvents(): Response {
    clear()
    return new Response(null, { status: 204 })
  }

  function servePage(): Response {
    const nonce = crypto.randomUUID()
    const parts: Record<string, string> = {
      pixelId,
      maxEvents: String(maxEvents),
      style: `<style nonce="${nonce}">${LIVE_PAGE_STYLE}</style>`,
      script: `<script nonce="${nonce}">${LIVE_PAGE_SCRIPT}</script>`,
    }
    const html = LIVE_PAGE_HTML.replaceAll(
      /<!-- (style|script) -->|\{\{(pixelId|maxEvents)\}\}/g,
      (_, block: string | undefined, value: string) => parts[block ?? value]!,
    )
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': [
          `default-src 'none'`,
          `script-src 'nonce-${nonce}'`,
          `style-src 'nonce-${nonce}'`,
          `connect-src 'self'`,
          `img-src data:`,
          `base-uri 'none'`,
          `form-action 'none'`,
          `frame-ancestors 'none'`,
        ].join('; '),
      },
    })
  }
}

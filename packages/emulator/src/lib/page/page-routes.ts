import { LIVE_PAGE_HTML, LIVE_PAGE_SCRIPT, LIVE_PAGE_STYLE } from '../browser.generated.ts'
import type { ResolvedOptions } from '../emulator-options.ts'
import type { Faults } from '../faults/faults.ts'
import { pageErrorResponse } from '../http/graph-error.ts'
import { parseJson, readText } from '../http/request-body.ts'
import type { LiveContent, Records } from '../record/records.ts'
import type { Route, RouteContext, RouteHandler } from '../routes/router.ts'
import { restrictAccess } from '../routes/website-access.ts'
import { createEventStream } from './event-stream.ts'
import { createMasker } from './mask.ts'

interface PageOptions extends ResolvedOptions {
  records: Records
  activeFaults: () => Faults
  setFaults: (faults: Faults) => void
}

export interface PageSettings {
  pixelId: string
  maxEvents: number
  siteUrl: string | undefined
}

/** They accept only requests to allowed hostnames, and only requests of the same origin may change anything. */
export function createPageRoutes(options: PageOptions): Route[] {
  const { accessToken, allowedHosts, records, activeFaults } = options
  const mask = createMasker(accessToken, crypto.randomUUID())
  const restrict = (handler: RouteHandler) => restrictAccess(handler, allowedHosts)

  return [
    { path: '/events.json', methods: { GET: restrict(listEvents) } },
    { path: '/stream', methods: { GET: restrict(() => createEventStream({ ...options, mask })) } },
    { path: '/faults', methods: { GET: restrict(showFaults), POST: restrict(changeFaults) } },
    { path: '/clear', methods: { POST: restrict(clear) } },
    { path: '/', methods: { GET: restrict(() => servePage(options)) } },
  ]

  function listEvents(): Response {
    const content: LiveContent = { ...records.list(), faults: activeFaults() }
    return Response.json(mask(content))
  }

  function showFaults(): Response {
    return Response.json(activeFaults())
  }

  async function changeFaults({ request }: RouteContext): Promise<Response> {
    try {
      options.setFaults(parseJson(await readText(request)) as Faults)
      return showFaults()
    } catch (error) {
      return pageErrorResponse(400, (error as Error).message)
    }
  }

  function clear(): Response {
    records.clear()
    return new Response(null, { status: 204 })
  }
}

function servePage({ pixelId, maxEvents, siteUrl }: PageOptions): Response {
  const nonce = crypto.randomUUID()
  const settings: PageSettings = { pixelId, maxEvents, siteUrl }
  // As functions, because `$` has a meaning in strings.
  const html = LIVE_PAGE_HTML.replace('{{settings}}', () => toAttribute(settings))
    .replace('<!-- style -->', () => `<style nonce="${nonce}">${LIVE_PAGE_STYLE}</style>`)
    .replace('<!-- script -->', () => `<script nonce="${nonce}">${LIVE_PAGE_SCRIPT}</script>`)
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
        `require-trusted-types-for 'script'`,
        `trusted-types 'none'`,
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
    },
  })
}

function toAttribute(value: object): string {
  const json = JSON.stringify(value)
  return json.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { Emulator } from '@conversion-capi/emulator'
import { parseJsonObject, tryCall } from '@conversion-capi/meta/terminal'
import type { BrowserContext, Request as PageRequest, Route } from 'playwright-core'

import { isMeta } from '../dev/blocked-hosts.ts'
import { collectLateRequests, type LateRequest, recordLateRequests } from './late-requests.ts'

/** What is visited, and who responds to the requests of the browser. */
export interface Target {
  /** The origin of the pages in the browser. */
  origin: string
  /** The origin of a server on this machine that serves them. Not set for a published site. */
  server?: string
  /** The URL that the tracker posts events to. */
  endpoint: string
  emulator: Emulator
  /** Responds to events. Not set if `server` does. */
  handle?: ((request: Request) => Promise<Response>) | undefined
  /** The `Content-Security-Policy` that the host adds to a page. Replaces the one of `server`. */
  policyOf?: (path: string) => string | undefined
}

/** A copy of an event, as a page sent it. */
export interface Copy {
  source: 'browser' | 'server'
  name: string
  /** `undefined` if the pixel's copy has none. */
  id?: string | undefined
  pixelId?: string | undefined
  userData: Record<string, unknown>
  /** The status of the response. 0 if there was none. */
  status: number
  /** The URL that the endpoint redirects to. */
  location?: string | undefined
  /** Why the proxy or Meta does not accept it. */
  problem?: string | undefined
}

/** A request that contained a value that was typed into a form, before hashing. */
export interface Leak {
  field: string
  /** The host that it went to. */
  host: string
  isUrl: boolean
}

export interface Traffic {
  copies: Copy[]
  leaks: Leak[]
  /** Requests without a response, or with an error, by URL. */
  failed: Map<string, string>
  /** The values that are typed now, by the name of their kind. */
  typed: Map<string, string>
  /** How many requests have no response yet. */
  open: number
  /** When the last request started or ended. */
  lastChange: number
  /** Records the requests that the pages sent while they were left. */
  collectLate: () => Promise<void>
}

const ACCEPTED_PAGE = '<!doctype html><title>Accepted</title><p>Accepted.'
const TIME_LIMIT_MS = 15_000

/**
 * Responds to every request of a browser context. Pages and their files come from their servers. Events go to the
 * emulator. Everything else that writes (POST, PUT, DELETE, beacons, WebSockets, forms with GET) ends here with a
 * success, so that no server receives it.
 */
export async function answerRequests(context: BrowserContext, target: Target): Promise<Traffic> {
  const traffic: Traffic = {
    copies: [],
    leaks: [],
    failed: new Map(),
    typed: new Map(),
    open: 0,
    lastChange: performance.now(),
    async collectLate() {
      for (const late of await collectLateRequests(context)) await record(late, respond(late))
    },
  }
  await recordLateRequests(context)
  await context.routeWebSocket(/./, () => {})
  await context.route('**/*', async (route) => {
    traffic.open += 1
    traffic.lastChange = performance.now()
    try {
      await answer(route)
    } catch (error) {
      traffic.failed.set(route.request().url(), describe(error))
      await route.abort().catch(() => {})
    }
    traffic.open -= 1
    traffic.lastChange = performance.now()
  })
  return traffic

  async function answer(route: Route): Promise<void> {
    const request = route.request()
    const sent = readRequest(request)
    findLeaks(sent)
    const response = await record(sent, respond(sent))
    if (response) {
      return route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      })
    }
    if (sent.method !== 'GET' && sent.method !== 'HEAD') return acceptForm(route, request)
    return load(route, request)
  }

  /** Responds to an event, or returns `undefined` for other requests. */
  async function respond({
    url,
    method,
    body,
    headers,
  }: LateRequest): Promise<Response | undefined> {
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const init = { method, headers, ...(hasBody && { body }) }
    if (isMeta(url))
      return target.emulator.fetch(url, init).catch(() => new Response(null, { status: 502 }))
    if (isDevelopment(url)) return new Response(null, { status: 404 })
    if (target.handle && isEndpoint(url)) return target.handle(new Request(url, init))
    if (target.server === undefined || !(isEndpoint(url) || isPixel(url))) return undefined
    const response = await fetch(toServer(url), { ...init, redirect: 'manual' })
    // Node has decoded the body.
    const { status } = response
    return new Response(status === 204 || status === 304 ? null : await response.arrayBuffer(), {
      status,
      headers: [...response.headers].filter(
        ([name]) => !/^content-(?:encoding|length)$/.test(name),
      ),
    })
  }

  async function record(
    sent: LateRequest,
    responding: Promise<Response | undefined>,
  ): Promise<Response | undefined> {
    const response = await responding
    const { status = 0, headers } = response ?? {}
    const location = headers?.get('Location') ?? undefined
    for (const copy of readCopies(sent)) {
      const problem =
        copy.source === 'server' && response ? await readProblem(response.clone()) : undefined
      traffic.copies.push({ ...copy, status, location, problem })
    }
    return response
  }

  function readCopies({ url, method, body }: LateRequest): Omit<Copy, 'status'>[] {
    if (isEndpoint(url)) {
      const event = method === 'POST' ? parseJsonObject(body) : undefined
      if (!event) return []
      const { event_name, event_id, user_data } = event
      const userData = (user_data ?? {}) as Record<string, unknown>
      return [{ source: 'server', name: String(event_name), id: String(event_id), userData }]
    }
    if (!isPixel(url)) return []
    const fields = new URLSearchParams(method === 'GET' ? new URL(url).search : body)
    const hashes = [...fields].flatMap(([name, value]) => {
      const [, key] = /^ud\[(\w+)\]/.exec(name) ?? []
      return key === undefined ? [] : [[key, value] as const]
    })
    return [
      {
        source: 'browser',
        name: fields.get('ev') ?? '',
        id: fields.get('eid') ?? undefined,
        pixelId: fields.get('id') ?? undefined,
        userData: Object.fromEntries(hashes),
      },
    ]
  }

  function findLeaks({ url, body }: LateRequest): void {
    const { host, origin, search, hash } = new URL(url)
    const inUrl = decode(search + hash)
    const isOwn = origin === target.origin && !isEndpoint(url) && !isPixel(url)
    for (const [field, value] of traffic.typed) {
      if (contains(inUrl, value)) traffic.leaks.push({ field, host, isUrl: true })
      // The school's own server and its form service get what the visitor has typed.
      else if (!isOwn && (isEndpoint(url) || isMeta(url)) && contains(decode(body), value)) {
        traffic.leaks.push({ field, host: isMeta(url) ? 'Meta' : 'the endpoint', isUrl: false })
      }
    }
  }

  async function acceptForm(route: Route, request: PageRequest): Promise<void> {
    if (!request.isNavigationRequest()) {
      const body = JSON.stringify({ ok: true, success: true, status: 'success' })
      const headers = { 'Access-Control-Allow-Origin': new URL(request.frame().url()).origin }
      return route.fulfill({ status: 200, contentType: 'application/json', headers, body })
    }
    // The next page, as the server would send it after it has accepted the form.
    const response = await loadResponse(route, request.url()).catch(() => undefined)
    return response?.ok()
      ? route.fulfill({ response, headers: pageHeaders(response.headers(), request.url()) })
      : route.fulfill({ status: 200, contentType: 'text/html', body: ACCEPTED_PAGE })
  }

  async function load(route: Route, request: PageRequest): Promise<void> {
    const url = new URL(request.url())
    const isTyped = [...traffic.typed.values()].some((value) => contains(decode(url.search), value))
    // A form with the method GET.
    if (isTyped) url.search = ''
    const response = await loadResponse(route, url.href)
    const { location } = response.headers()
    if (response.status() >= 300 && response.status() < 400 && location !== undefined) {
      const next = new URL(location, url).href.replace(target.server ?? '\0', target.origin)
      // Chromium would send the next request without asking the route.
      if (!request.isNavigationRequest())
        return route.fulfill({ response: await loadResponse(route, next, 5) })
      const body = `<!doctype html><script>location.replace(${JSON.stringify(next)})</script>`
      return route.fulfill({ status: 200, contentType: 'text/html', body })
    }
    if (response.status() >= 400) traffic.failed.set(url.href, String(response.status()))
    if (request.resourceType() !== 'document') return route.fulfill({ response })
    return route.fulfill({ response, headers: pageHeaders(response.headers(), url.href) })
  }

  function loadResponse(route: Route, url: string, maxRedirects = 0) {
    const isOwn = new URL(url).origin === target.origin
    return route.fetch({
      url: isOwn ? toServer(url) : url,
      method: 'GET',
      maxRedirects,
      timeout: TIME_LIMIT_MS,
    })
  }

  function pageHeaders(headers: Record<string, string>, url: string): Record<string, string> {
    if (!target.policyOf) return headers
    const { 'content-security-policy': _, ...rest } = headers
    const policy = target.policyOf(new URL(url).pathname)
    return policy === undefined ? rest : { ...rest, 'content-security-policy': policy }
  }

  function toServer(url: string): string {
    return target.server === undefined ? url : url.replace(target.origin, target.server)
  }

  function isEndpoint(url: string): boolean {
    return url.split('?')[0] === target.endpoint || new URL(url).pathname.endsWith(CONVERSION_PATH)
  }

  function isPixel(url: string): boolean {
    const { origin, pathname, hostname } = new URL(url)
    const isEmulated =
      hostname === '127.0.0.1' || (origin === target.origin && pathname === '/emulator/tr')
    return /\/tr\/?$/.test(pathname) && (isMeta(url) || isEmulated)
  }

  /** Requests of the development server's own script, one of which never ends. */
  function isDevelopment(url: string): boolean {
    const { origin, pathname } = new URL(url)
    return target.server !== undefined && origin === target.origin && pathname.startsWith('/_dev/')
  }
}

function readRequest(request: PageRequest): LateRequest {
  // Of a multipart body, the text parts are enough.
  const body = request.postDataBuffer()?.toString() ?? ''
  return { url: request.url(), method: request.method(), headers: request.headers(), body }
}

/** A rejection of the proxy, or an error of the emulator. Both name no values. */
async function readProblem(response: Response): Promise<string | undefined> {
  const body = parseJsonObject(await response.text())
  const { error, upstream } = (body ?? {}) as {
    error?: unknown
    upstream?: { error?: { message?: unknown; error_user_msg?: unknown } }
  }
  const problem = upstream?.error?.error_user_msg ?? upstream?.error?.message ?? error
  return typeof problem === 'string' && response.status < 404 ? problem : undefined
}

function decode(text: string): string {
  return tryCall(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text
}

function contains(text: string, value: string): boolean {
  return text.toLowerCase().includes(value.toLowerCase())
}

/** Returns the first line of an error of Playwright, without the method that throws it and the period. */
export function describe(error: unknown): string {
  return String((error as Error).message)
    .split('\n')[0]!
    .replaceAll(/^(?:route|page)\.\w+: |\.$/g, '')
}

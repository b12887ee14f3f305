import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { CONVERSION_PATH, CORS_HEADERS, type EventRequest } from '@conversion-capi/core/protocol'
import { startServer } from '@conversion-capi/test-support'

export interface PostedEvent {
  event: EventRequest
  body: string
  headers: IncomingMessage['headers']
  response: ServerResponse
}

/** One site of the server: its pages and its endpoint. */
export interface SchoolHost {
  url: string
  /** HTML by path. Other paths return 404. */
  pages: Record<string, string>
  scripts: Record<string, string>
  headers: Record<string, string>
  /** Response status of every page. */
  status: number
  posts: PostedEvent[]
  /** The fields of each event that the emulator's pixel sent to `/tr`. */
  pixelEvents: URLSearchParams[]
  /** All requests, in order, e.g. `GET /next`. */
  log: string[]
  /** Responds to a posted event. Default: 200. */
  onPost: (post: PostedEvent) => void
  /** Responds to a preflight. Default: 204 with the CORS headers of the proxy. */
  onPreflight: (response: ServerResponse) => void
}

export interface SchoolServer {
  /** Adds a site. `host` must resolve to the loopback IP. */
  add: (host: string) => SchoolHost
  close: () => Promise<void>
}

/** Starts a server with a site per test, so that concurrent tests do not receive each other's events. */
export async function startSchoolServer(): Promise<SchoolServer> {
  const hosts = new Map<string, SchoolHost>()
  const { port, close } = await startServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://school.example')
    const host = hosts.get(request.headers.host!.split(':')[0]!)
    if (!host) return void response.writeHead(404).end()
    const body = await text(request)
    host.log.push(`${request.method} ${pathname}`)
    if (pathname === '/tr') host.pixelEvents.push(new URLSearchParams(body))
    if (pathname === CONVERSION_PATH) receive(host, request, body, response)
    else serve(host, pathname, response)
  })

  return {
    close,
    add(name) {
      const host: SchoolHost = {
        url: `http://${name}:${port}`,
        pages: {},
        scripts: {},
        headers: {},
        status: 200,
        posts: [],
        pixelEvents: [],
        log: [],
        onPost: ({ response }) => reply(response, 200),
        onPreflight: (response) => void response.writeHead(204, CORS_HEADERS).end(),
      }
      hosts.set(name, host)
      return host
    },
  }
}

export function reply(response: ServerResponse, status: number, body: object = { ok: true }): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...CORS_HEADERS })
    .end(JSON.stringify(body))
}

function receive(
  host: SchoolHost,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
) {
  if (request.method === 'OPTIONS') return host.onPreflight(response)
  const event = JSON.parse(body) as EventRequest
  const post: PostedEvent = { event, body, headers: request.headers, response }
  host.posts.push(post)
  host.onPost(post)
}

function serve(host: SchoolHost, pathname: string, response: ServerResponse): void {
  const page = host.pages[pathname]
  const script = host.scripts[pathname]
  if (page !== undefined) {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...host.headers }
    response.writeHead(host.status, headers)
  } else if (script !== undefined) {
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  } else {
    response.writeHead(404)
  }
  response.end(page ?? script)
}

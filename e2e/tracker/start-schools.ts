import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { CONVERSION_PATH, CORS_HEADERS, type EventRequest } from '@conversion-capi/core/protocol'

/** An event as it arrived. */
export interface Post {
  event: EventRequest
  body: string
  headers: IncomingMessage['headers']
  response: ServerResponse
}

/** One site on a host of its own: its pages, and the endpoint that it posts to. */
export interface Site {
  url: string
  /** HTML by path; what is not there is 404. */
  pages: Record<string, string>
  scripts: Record<string, string>
  /** Sent along with every page. */
  headers: Record<string, string>
  posts: Post[]
  /** Everything that was asked for, in order, such as `GET /next`. */
  log: string[]
  /** Answers an event. By default it is accepted. */
  answer: (post: Post) => void
  /** Answers a preflight. */
  preflight: (response: ServerResponse) => void
}

export interface Schools {
  port: number
  /** Adds a site. `host` resolves to this machine. */
  add: (host: string) => Site
  close: () => Promise<void>
}

/** A server of small sites, so that tests can run side by side without seeing each other's events. */
export async function startSchools(): Promise<Schools> {
  const sites = new Map<string, Site>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://school.example')
    const site = sites.get(request.headers.host!.split(':')[0]!)
    if (!site) return void response.writeHead(404).end()
    const body = await readText(request)
    site.log.push(`${request.method} ${pathname}`)
    if (pathname === CONVERSION_PATH) receive(site, request, body, response)
    else serve(site, pathname, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    add(host) {
      const site: Site = {
        url: `http://${host}:${port}`,
        pages: {},
        scripts: {},
        headers: {},
        posts: [],
        log: [],
        answer: ({ response }) => reply(response, 200),
        preflight: (response) => void response.writeHead(204, CORS_HEADERS).end(),
      }
      sites.set(host, site)
      return site
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers as the proxy does. */
export function reply(response: ServerResponse, status: number, body: object = { ok: true }): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...CORS_HEADERS })
    .end(JSON.stringify(body))
}

function receive(site: Site, request: IncomingMessage, body: string, response: ServerResponse) {
  if (request.method === 'OPTIONS') return site.preflight(response)
  const event = JSON.parse(body) as EventRequest
  const post: Post = { event, body, headers: request.headers, response }
  site.posts.push(post)
  site.answer(post)
}

function serve(site: Site, pathname: string, response: ServerResponse): void {
  const page = site.pages[pathname]
  const script = site.scripts[pathname]
  if (page !== undefined) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...site.headers })
  } else if (script !== undefined) {
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  } else {
    response.writeHead(404)
  }
  response.end(page ?? script)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

import { mkdtempSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { configFor } from './lead.ts'

/** Starts a server on a free port of the loopback interface, and returns the port. */
type Start = (graphUrl: string) => Promise<number>

export const FORWARDER = 'bare forwarder'
export const NODE = '@conversion-capi/node'
export const NODE_WITH_QUEUE = '@conversion-capi/node with a queue'

/** The servers by the name of the proxy. Each loads only its own code. The other adapters need the server of their host. */
export const SERVERS = {
  async [FORWARDER](graphUrl) {
    const { createForwarder } = await import('./forwarder.ts')
    const forward = createForwarder(graphUrl)
    return listenWith(async (request, response) => {
      const { 'user-agent': userAgent, 'x-forwarded-for': ip } = request.headers
      const body = await forward(await text(request), { userAgent, ip: String(ip) })
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(body)
    })
  },
  async [NODE](graphUrl) {
    const { serve } = await import('@conversion-capi/node')
    return (await serve({ port: 0, hostname: '127.0.0.1', config: configFor(graphUrl) })).port
  },
  async [NODE_WITH_QUEUE](graphUrl) {
    const { serve } = await import('@conversion-capi/node')
    const folder = mkdtempSync(join(tmpdir(), 'conversion-capi-bench-'))
    const options = { port: 0, hostname: '127.0.0.1', queue: join(folder, 'events.sqlite') }
    return (await serve({ ...options, config: configFor(graphUrl) })).port
  },
} satisfies Record<string, Start>

export type ServerName = keyof typeof SERVERS

export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[]

export async function listenWith(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

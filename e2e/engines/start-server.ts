import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Handle = (request: Request) => Promise<Response>

export interface Server {
  port: number
  serve(handle: Handle): void
  close(): Promise<void>
}

/**
 * Listens on a free port of 127.0.0.1, as a site and as the proxy to any other. The handler gets what
 * arrived to its end; a body that breaks off counts as nothing. Tunnels, which is what calls home ask for,
 * are refused.
 */
export async function startServer(): Promise<Server> {
  const server = createServer()
  server.on('connect', (_incoming, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    serve(handle) {
      server.on('request', (incoming, outgoing) => {
        answer(handle, incoming, outgoing).catch(() => outgoing.destroy())
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  handle: Handle,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  const body = (await text(incoming)) || null
  const request = new Request(new URL(url, `http://${headers.host}`), { method, body })
  const response = await handle(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}

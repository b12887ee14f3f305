import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface TestServer {
  /** Without a trailing slash: `http://127.0.0.1:<port>`. */
  url: string
  port: number
  server: Server
  close: () => Promise<void>
}

/**
 * Starts an HTTP server on a free port of 127.0.0.1.
 *
 * @param listener Handles the requests. Omit it to add one to `server` later, e.g. when it needs the port.
 */
export async function startServer(listener?: RequestListener): Promise<TestServer> {
  // Otherwise, connections break while a test that is also the client is busy for more than five seconds.
  const server = createServer({ keepAliveTimeout: 0 })
  if (listener) server.on('request', listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, server, close }

  async function close(): Promise<void> {
    // It can have been closed by a test that is about the failure.
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

/**
 * Starts an HTTP server whose responses a function returns. If it rejects, or the request breaks off, the connection is
 * closed without a response.
 */
export function serveFetch(
  respond: (request: Request) => Response | Promise<Response>,
): Promise<TestServer> {
  return startServer(async (incoming, outgoing) => {
    try {
      const { method = 'GET', url = '/', headers } = incoming
      const body = method === 'GET' || method === 'HEAD' ? null : await buffer(incoming)
      const init = { method, headers: headers as Record<string, string>, body }
      const response = await respond(new Request(new URL(url, `http://${headers.host}`), init))
      outgoing.writeHead(response.status, [...response.headers].flat())
      outgoing.end(await response.bytes())
    } catch {
      outgoing.destroy()
    }
  })
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { ServerRequest } from 'srvx'
// 'srvx' would resolve to its Bun server under Bun; the connection handling needs Node's.
import { serve as createServer } from 'srvx/node'

import { describeListenError, readPort } from './port.ts'
import { trackConnections } from './track-connections.ts'

/** The options of the server, apart from the proxy. */
export interface ServerOptions {
  /**
   * Responds to requests at all other paths, e.g. `serveResources` of `@conversion-capi/content`.
   *
   * @default a 404 response
   */
  site?: (request: Request) => Response | Promise<Response>
  /**
   * The port to listen on. 0 selects any free port.
   *
   * @default the `PORT` environment variable, or 3000
   */
  port?: number
  /**
   * The IP or host name to listen on, e.g. `127.0.0.1` to accept local connections only.
   *
   * @default all network interfaces
   */
  hostname?: string
  /**
   * How long pending requests may take to finish after `close`, in milliseconds, from 0 to 2,147,483,647. The
   * default is longer than the proxy needs and shorter than the 10 seconds after which Docker kills a container.
   *
   * @default 8000
   */
  drainMs?: number
  /**
   * Closes the server on SIGTERM and SIGINT, then lets the process exit. A second SIGINT closes all connections
   * at once.
   *
   * @default true
   */
  signals?: boolean
}

/** A running server. */
export interface NodeServer {
  /** A URL that reaches the server from this machine, without a trailing slash: `http://localhost:3000`. */
  url: string
  /** The port it listens on. */
  port: number
  /**
   * Stops listening, waits up to `drainMs` for pending requests, and closes all connections. Never rejects. Can
   * be called more than once.
   */
  close(): Promise<void>
}

type RequestHandler = (request: Request) => Response | Promise<Response>

/** Starts a server that calls `handle` at the conversion path and `site` at all other paths. */
export async function startServer(
  handle: RequestHandler,
  options: ServerOptions,
): Promise<NodeServer> {
  const { site = notFound, hostname, drainMs = 8000, signals = true } = options
  if (!(drainMs >= 0 && drainMs <= MAX_TIMER_MS)) {
    throw new Error(`The drainMs option must be from 0 to ${MAX_TIMER_MS}, got ${drainMs}.`)
  }
  const requestedPort = readPort(options.port, process.env.PORT)

  const listener = createServer({
    fetch: respondTo,
    port: requestedPort,
    // Without the `hostname` option srvx reads `HOST`, which some shells set to the name of the machine.
    node: { host: hostname },
    manual: true,
    silent: true,
    gracefulShutdown: false,
  })
  const server = listener.node!.server as Server
  const connections = trackConnections(server)
  let closing: Promise<void> | undefined

  try {
    await listener.serve()
  } catch (cause) {
    throw describeListenError(cause as NodeJS.ErrnoException, requestedPort, hostname)
  }
  const removeSignals = signals ? onSignals(close, connections.destroyAll) : () => {}
  const { address, port } = server.address() as { address: string; port: number }
  return { url: localUrl(address, port), port, close }

  async function respondTo(request: ServerRequest): Promise<Response> {
    const { req, res } = request.runtime!.node as { req: IncomingMessage; res: ServerResponse }
    const response = await route(request).catch((error) => {
      // If the client has disconnected, the error is only that its body could not be read.
      if (!res.destroyed) logError(request.method, error)
      return plainText(500, 'Internal server error')
    })
    // A body in the same packet as the headers is parsed one turn after them.
    if (!req.complete) await setImmediate()
    // The rest of a request body that is still arriving must not be read as the next request.
    if (!req.complete || connections.draining) res.setHeader('Connection', 'close')
    return response
  }

  async function route(request: Request): Promise<Response> {
    // A malformed `Host` header makes the URL invalid.
    if (!URL.canParse(request.url)) return plainText(400, 'Bad request')
    return new URL(request.url).pathname === CONVERSION_PATH ? handle(request) : site(request)
  }

  function close(): Promise<void> {
    closing ??= connections.drain(drainMs).finally(removeSignals)
    return closing
  }
}

/** The longest delay of Node's timers. Longer ones fire at once. */
const MAX_TIMER_MS = 2_147_483_647

function notFound(): Response {
  return plainText(404, 'Not found')
}

function plainText(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** Wildcard addresses are not connectable, so they become `localhost`. */
function localUrl(address: string, port: number): string {
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/**
 * Logs the name of an error and its stack frames. Omits the error message and the URL, because they can contain
 * personal data.
 */
export function logError(method: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(`[@conversion-capi/node] ${method} failed with status 500: ${name}${frames(error)}`)
}

/** Returns the stack without name and message, or nothing if it does not begin with them. */
function frames(error: unknown): string {
  if (!(error instanceof Error) || !error.stack) return ''
  const head = String(error)
  return error.stack.startsWith(head) ? error.stack.slice(head.length) : ''
}

/**
 * Calls `drain` on SIGTERM and on the first SIGINT, and `destroyAll` on the second SIGINT.
 *
 * @returns A function that removes the listeners.
 */
function onSignals(drain: () => void, destroyAll: () => void): () => void {
  let interruptedAt: number | undefined

  process.on('SIGTERM', onTerminate)
  process.on('SIGINT', onInterrupt)
  return () => {
    process.off('SIGTERM', onTerminate)
    process.off('SIGINT', onInterrupt)
  }

  function onTerminate(): void {
    drain()
  }

  function onInterrupt(): void {
    if (interruptedAt === undefined) {
      interruptedAt = performance.now()
      drain()
    } else if (performance.now() - interruptedAt > DUPLICATE_SIGINT_MS) destroyAll()
  }
}

/** Under `npm start`, one Ctrl+C sends SIGINT twice: from the terminal and from npm. */
const DUPLICATE_SIGINT_MS = 250

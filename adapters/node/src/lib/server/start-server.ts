import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { ServerRequest } from 'srvx'
import { BodyTooLargeError } from 'srvx/body-limit'

// 'srvx' would resolve to its Bun server under Bun; the connection handling needs Node's.
import { NodeRequest, serve as createServer } from 'srvx/node'

import type { FileQueue } from '../queue/file-queue.ts'
import { checkServerOptions, readPort, type ServerOptions } from './server-options.ts'
import { trackConnections } from './track-connections.ts'

/** A running server. */
export interface NodeServer {
  /** A URL that reaches the server from this machine, without a trailing slash: `http://localhost:3000`. */
  url: string
  /** The port it listens on. */
  port: number
  /**
   * Stops listening, waits up to `drainMs` for pending requests, closes all connections and then the queue. Never
   * rejects. Can be called more than once.
   */
  close(): Promise<void>
}

type RequestHandler = (request: Request) => Response | Promise<Response>

/** Starts a server that calls `handle` at the conversion path and `site` at all other paths, and closes the queue last. */
export async function startServer(
  handle: RequestHandler,
  options: ServerOptions,
  queue?: Pick<FileQueue, 'stop' | 'close'>,
): Promise<NodeServer> {
  checkServerOptions(options)
  const {
    site = () => plainText(404, 'Not found'),
    maxSiteBodyBytes = 1_048_576,
    hostname,
    drainMs = 8000,
    keepAliveTimeoutMs = 65_000,
    signals = true,
  } = options
  const requestedPort = readPort(options.port, process.env.PORT)
  // Node.js closes connections that were opened in advance and never used after this time.
  const headersTimeout = Math.max(60_000, keepAliveTimeoutMs + 1000)

  const listener = createServer({
    fetch: respondTo,
    port: requestedPort,
    node: {
      // Without the `hostname` option srvx reads `HOST`, which some shells set to the name of the machine.
      host: hostname,
      ...(hasSystemdSocket() && { fd: 3 }),
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout,
      requestTimeout: Math.max(300_000, headersTimeout),
      // Node.js would close the connection, but still handle the requests after that one.
      requireHostHeader: false,
    },
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
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(describeListenError(code, requestedPort, hostname), { cause })
  }
  const removeSignals = signals ? onSignals(close, () => server.closeAllConnections()) : () => {}
  const { address, port } = server.address() as { address: string; port: number }
  return { url: localUrl(address, port), port, close }

  async function respondTo(request: ServerRequest): Promise<Response> {
    const { req, res } = request.runtime!.node as { req: IncomingMessage; res: ServerResponse }
    // The connection is closing, so the response would not be sent.
    if (!req.socket.writable) return plainText(400, 'Bad request')
    const response = await route(request, req, res).catch((error) => {
      if (isTooLarge(error)) return plainText(413, 'Payload too large')
      // If the client has disconnected, the error is only that its body could not be read.
      if (!res.destroyed) logError(request.method, error)
      return plainText(500, 'Internal server error')
    })
    // A body in the same packet as the headers is parsed one turn after them.
    if (!req.complete) await setImmediate()
    connections.closeIfLast(res)
    return response
  }

  async function route(request: ServerRequest, req: IncomingMessage, res: ServerResponse) {
    const url = requestUrl(request, req)
    if (!url) return plainText(400, 'Bad request')
    if (url.pathname === CONVERSION_PATH) return handle(request)
    if (Number(req.headers['content-length']) > maxSiteBodyBytes)
      return plainText(413, 'Payload too large')
    // Reading more than the limit throws.
    const limited = new NodeRequest({ req, res, maxRequestBodySize: maxSiteBodyBytes })
    limited._url = request._url!
    return checkResponse(await site(limited))
  }

  function close(): Promise<void> {
    closing ??= shutDown().finally(removeSignals)
    return closing
  }

  async function shutDown(): Promise<void> {
    const deadline = performance.now() + drainMs
    queue?.stop()
    // Pending requests may still keep events.
    await connections.drain(drainMs)
    await queue?.close(deadline - performance.now())
  }
}

/**
 * Returns whether systemd listens for this process. Requests then wait during a restart.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
function hasSystemdSocket(): boolean {
  return process.env.LISTEN_FDS === '1' && process.env.LISTEN_PID === String(process.pid)
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

/** Says why a port cannot be opened, and how to fix it. */
export function describeListenError(code: string | undefined, port: number, hostname?: string) {
  const other = 'with the port option or the PORT environment variable'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop the program that listens on it, or choose another port ${other}.`
    case 'EACCES':
      return `Port ${port} requires elevated privileges. Choose a port from 1024 up ${other}.`
    default:
      return hostname === undefined
        ? `Port ${port} cannot be opened (${code}).`
        : `Port ${port} cannot be opened on "${hostname}" (${code}). Set the hostname option to an IP of this machine, or remove it to listen on all network interfaces.`
  }
}

/** Throws if the response of `site` cannot be sent: srvx would respond with an empty 500, or cut off the connection. */
function checkResponse(response: Response): Response {
  // Not instanceof: undici's Response is not the global one.
  if (typeof response?.headers?.get !== 'function') {
    const type = response === null ? 'null' : typeof response
    throw new UnusableResponseError(`returned a value of type ${type}. Return a Response.`)
  }
  if (response.bodyUsed || response.body?.locked) {
    throw new UnusableResponseError(
      'returned a Response whose body was already read. Return a new Response, or a clone.',
    )
  }
  if (response.type === 'error') {
    throw new UnusableResponseError('returned Response.error(). Return a Response with a status.')
  }
  return response
}

/** Its message contains no data of a visitor, so it can be logged. */
class UnusableResponseError extends TypeError {
  constructor(problem: string) {
    super(`Option "site" ${problem}`)
  }
}

/** Returns whether the body was longer than `maxSiteBodyBytes`. `formData()` wraps the error. */
function isTooLarge(error: unknown): boolean {
  return error instanceof BodyTooLargeError || (error instanceof Error && isTooLarge(error.cause))
}

/** Wildcard addresses are not connectable, so they become `localhost`. */
function localUrl(address: string, port: number): string {
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Logs an error without its message and the URL, because they can contain personal data. */
export function logError(method: string, error: unknown): void {
  const description =
    error instanceof UnusableResponseError
      ? error.message
      : `${error instanceof Error ? error.name : typeof error}${frames(error)}`
  console.error(`[@conversion-capi/node] ${method} failed with status 500: ${description}`)
}

/** Returns the stack without name and message, or nothing if it does not begin with them. */
function frames(error: unknown): string {
  if (!(error instanceof Error) || !error.stack) return ''
  const head = String(error)
  return error.stack.startsWith(head) ? error.stack.slice(head.length) : ''
}

/** Calls `drain` on SIGTERM and on the first SIGINT, and `destroyAll` on the second. Returns how to remove the listeners. */
function onSignals(drain: () => void, destroyAll: () => void): () => void {
  let interruptedAt: number | undefined

  process.on('SIGTERM', drain)
  process.on('SIGINT', onInterrupt)
  return () => {
    process.off('SIGTERM', drain)
    process.off('SIGINT', onInterrupt)
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

/**
 * Returns the URL of a request, or `undefined` if its `Host` header is missing, repeated or malformed. Such requests
 * must get a 400.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function requestUrl(request: ServerRequest, req: IncomingMessage): URL | undefined {
  if (!hasHost(req)) return undefined
  const url = URL.parse(request.url)
  if (url?.hostname !== UNKNOWN_HOST) return url ?? undefined

  // The host of a URL as request target takes precedence over the header.
  url.host = URL.parse(req.url!)?.host ?? req.headers.host!
  request._url = url
  return url.hostname === UNKNOWN_HOST ? undefined : url
}

/** The hostname that srvx uses instead of hostnames that have, for example, a dot at the end. */
const UNKNOWN_HOST = '_invalid_'

/** HTTP/1.1 requires exactly one `Host` header. */
function hasHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const isHost = (index: number): boolean => rawHeaders[index]!.toLowerCase() === 'host'
  const [host, other] = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(index - 1))
  if (host === undefined) return httpVersion === '1.0'
  return other === undefined && HOST.test(host)
}

/** Empty, or a host and an optional port as in RFC 3986, section 3.2. The URL parser checks the numbers. */
const HOST = /^(?:(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?)?$/i

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { ServerRequest } from 'srvx'
// Node's own server wherever it runs: under Bun, `srvx` alone would be another.
import { serve as createServer } from 'srvx/node'

import { createRouter } from './create-router.ts'
import { describeListenError } from './describe-listen-error.ts'
import { onSignals } from './on-signals.ts'
import { readPort } from './read-port.ts'
import { reportError } from './report-error.ts'
import { trackConnections } from './track-connections.ts'

export interface ServeOptions {
  /** What `createHandler` returned. It answers every method at `/functions/v1/conversion-capi`, and only there. */
  handle: (request: Request) => Response | Promise<Response>
  /** Answers everything else: the site around it, such as `serveResources` of `@conversion-capi/content`. Default: 404. */
  fetch?: (request: Request) => Response | Promise<Response>
  /** Default: the `PORT` environment variable, else 3000. 0 takes any free port. `serve` rejects when it is none. */
  port?: number
  /** The address to listen on, `127.0.0.1` for this machine only. Default: every address of this machine. */
  hostname?: string
  /**
   * How long requests that are being answered may take to finish once the server is closing, in
   * milliseconds. Default 8,000: more than the proxy needs, less than the 10 seconds Docker waits. `serve`
   * rejects when it is not from 0 to 2,147,483,647.
   */
  drainMs?: number
  /**
   * Whether SIGTERM and SIGINT close the server, after which nothing of it keeps the process alive. A
   * second SIGINT cuts off what is left. Default `true`.
   */
  signals?: boolean
}

export interface NodeServer {
  /** Where it can be reached from this machine, without a slash at the end: `http://localhost:3000`. */
  url: string
  /** The port it listens on, also when any free one was asked for. */
  port: number
  /**
   * Stops listening, lets requests that are being answered finish for up to `drainMs`, and closes every
   * connection. Never rejects; may be called again.
   */
  close(): Promise<void>
}

/**
 * Serves a conversion handler, and the site around it, over HTTP.
 *
 * What `handle` or `fetch` throws is answered 500 and reported on stderr, without the error's message.
 *
 * @returns The server, once it listens. Rejects with a sentence that says what to do when the port is taken,
 *   forbidden or no port at all.
 */
export async function serve(options: ServeOptions): Promise<NodeServer> {
  const { hostname, drainMs = 8000, signals = true } = options
  if (!(drainMs >= 0 && drainMs <= MAX_TIMER_MS)) {
    throw new Error(`drainMs must be from 0 to ${MAX_TIMER_MS} milliseconds, not ${drainMs}.`)
  }
  const requestedPort = readPort(options.port, process.env.PORT)
  const route = createRouter(options)

  const listener = createServer({
    fetch: answer,
    port: requestedPort,
    // Not `hostname`: without one, srvx would read `HOST`, which some shells set to the machine's name.
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
  const ignoreSignals = signals ? onSignals(close, connections.cut) : () => {}
  const { address, port } = server.address() as { address: string; port: number }
  return { url: toUrl(address, port), port, close }

  async function answer(request: ServerRequest): Promise<Response> {
    const { req, res } = request.runtime!.node as { req: IncomingMessage; res: ServerResponse }
    const response = await respond(request, res)
    // What came in one packet with the headers is parsed after them, not at once.
    if (!req.complete) await setImmediate()
    // A client that is still sending has to be told to stop.
    if (!req.complete || connections.draining) res.setHeader('Connection', 'close')
    return response
  }

  async function respond(request: Request, res: ServerResponse): Promise<Response> {
    try {
      return await route(request)
    } catch (error) {
      // Of a client that has gone there is nothing to report.
      if (!res.destroyed) reportError(request.method, error)
      return new Response('Internal server error\n', {
        status: 500,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    }
  }

  function close(): Promise<void> {
    closing ??= connections.drain(drainMs).finally(ignoreSignals)
    return closing
  }
}

/** What Node's timers can count; beyond it they fire at once. */
const MAX_TIMER_MS = 2_147_483_647

/** The address that stands for all addresses is none to connect to. */
function toUrl(address: string, port: number): string {
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

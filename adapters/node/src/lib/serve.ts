import { type AdapterOptions, createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import type { ServerRequest } from 'srvx'

import { type NodeServer, type ServerOptions, startServer } from './start-server.ts'

/** The options of {@link serve}: those of every adapter, and those of the server. */
export interface ServeOptions extends AdapterOptions, ServerOptions {}

/**
 * Starts a Node.js server that runs the conversion proxy at `/functions/v1/conversion-capi`.
 *
 * Reads the `META_…` environment variables once, and logs failures with `logOutcome()`. Without a valid
 * configuration the server still starts, and responds to events with 500 "Server not configured".
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @returns The server, after it has started to listen.
 * @throws {TypeError} If an option is unknown or unusable.
 * @throws If the port is in use, forbidden or invalid, or if `drainMs` is out of range. The message says how to
 *   fix it.
 */
export async function serve(options: ServeOptions = {}): Promise<NodeServer> {
  const { site: _1, port: _2, hostname: _3, drainMs: _4, signals: _5, ...handlerOptions } = options
  const config = options.config ?? readConfig(process.env)
  const handle = createHandler({ onOutcome: logOutcome(), ...handlerOptions, config })
  return startServer(handle, options)
}

/**
 * Returns the IP of the remote end of the connection. Reads no headers, so visitors cannot forge it.
 *
 * Pass it to `serve({ clientIp })` if visitors connect to the server directly. Do not use it behind a reverse
 * proxy: it would return the IP of that proxy.
 *
 * @param request The request that the server passed on, not a copy of it.
 * @returns The IP, or `undefined` if the request does not come from this server or its connection is closed.
 *   IPv4 visitors of a server that listens on `::` have an IP such as `::ffff:203.0.113.7`.
 */
export function clientIp(request: Request): string | undefined {
  return (request as ServerRequest).ip
}

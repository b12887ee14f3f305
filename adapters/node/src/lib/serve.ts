import { type AdapterOptions, createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import type { ServerRequest } from 'srvx'
import { FastResponse } from 'srvx/node'

import { SERVER_OPTION_TYPES, type ServerOptions } from './server-options.ts'
import { type NodeServer, startServer } from './start-server.ts'

/** The options of {@link serve}: the options of every adapter and of the server. */
export interface ServeOptions extends AdapterOptions, ServerOptions {}

/**
 * Starts a Node.js server that runs the conversion proxy at `/functions/v1/conversion-capi`.
 *
 * Reads the `META_…` environment variables once, and logs failures with `logOutcome()`. Without a valid
 * configuration the server still starts, and responds to events with 500 "Server not configured". Without the option
 * `keep`, it logs at the start which events an outage of Meta loses.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @returns The server, after it has started to listen.
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @throws {RangeError} If a number is out of range.
 * @throws If the port is in use, forbidden or invalid. The message says how to fix it.
 */
export async function serve(options: ServeOptions = {}): Promise<NodeServer> {
  const { handlerOptions, serverOptions } = splitOptions(options)
  const config = options.config ?? readConfig(process.env)
  const isConfigured = typeof config === 'function' || (config && (!('ok' in config) || config.ok))
  if (isConfigured && !options.keep) console.warn(NO_QUEUE)
  const onOutcome = options.onOutcome ?? logOutcome()
  // srvx sends its body without creating a stream.
  const handle = createHandler({
    ...handlerOptions,
    config,
    onOutcome,
    responseClass: FastResponse,
  })
  return startServer(handle, serverOptions)
}

const NO_QUEUE =
  'No queue is connected, so a Lead whose form opens the next page is lost if Meta is down. Pass the option "keep" to connect one.'

function splitOptions(options: ServeOptions): {
  handlerOptions: AdapterOptions
  serverOptions: ServerOptions
} {
  const handlerOptions = {}
  const serverOptions = {}
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(SERVER_OPTION_TYPES, name)) Object.assign(serverOptions, { [name]: value })
    else if (Object.hasOwn(HANDLER_OPTIONS, name)) Object.assign(handlerOptions, { [name]: value })
    else {
      const names = Object.keys({ ...HANDLER_OPTIONS, ...SERVER_OPTION_TYPES })
      throw new TypeError(`Option "${name}" is unknown. Use one of ${names.join(', ')}.`)
    }
  }
  return { handlerOptions, serverOptions }
}

/** `createHandler` checks their types. */
const HANDLER_OPTIONS: Record<keyof AdapterOptions, true> = {
  config: true,
  fetch: true,
  now: true,
  clientIp: true,
  blockBots: true,
  keep: true,
  keepLimits: true,
  onOutcome: true,
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

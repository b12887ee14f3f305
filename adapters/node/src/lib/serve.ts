import { type AdapterOptions, createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import { nodeFetch } from '@conversion-capi/core/node-fetch'
import { checkNames } from '@conversion-capi/core/protocol'
import type { ServerRequest } from 'srvx'
import { FastResponse } from 'srvx/node'

import { createFileQueue } from './queue/file-queue.ts'
import { SERVER_OPTION_TYPES, type ServerOptions } from './server/server-options.ts'
import { type NodeServer, startServer } from './server/start-server.ts'

/** The options of {@link serve}: the options of every adapter and of the server. */
export interface ServeOptions extends AdapterOptions, ServerOptions {}

/**
 * Starts a Node.js server that runs the conversion proxy at `/functions/v1/conversion-capi`.
 *
 * Reads the `META_…` environment variables once, and logs failures with `logOutcome()`. Without a valid
 * configuration the server still starts, and responds to events with 500 "Server not configured". With the option
 * `queue`, it keeps events that could not be delivered in a file and delivers them later. Without `queue` and `keep`,
 * it logs at the start which events an outage of Meta loses.
 *
 * @param options Overrides the defaults. If `config` is given, only `META_QUEUE_FILE` and `PORT` are read from the
 *   environment.
 * @returns The server, after it has started to listen.
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @throws {RangeError} If a number is out of range.
 * @throws If the port is in use, forbidden or invalid. The message says how to fix it.
 */
export async function serve(options: ServeOptions = {}): Promise<NodeServer> {
  checkNames(options, Object.keys({ ...HANDLER_OPTIONS, ...SERVER_OPTION_TYPES }))
  const handlerOptions: AdapterOptions = {
    ...Object.fromEntries(
      Object.entries(options).filter(([name]) => Object.hasOwn(HANDLER_OPTIONS, name)),
    ),
    fetch: options.fetch ?? nodeFetch,
  }
  // `readConfig` would warn about the variable of the queue.
  const { META_QUEUE_FILE, ...env } = process.env
  if (Object.keys(env).some((name) => /^[\uFEFF\uFFFD]/.test(name))) console.warn(BYTE_ORDER_MARK)
  const config = options.config ?? readConfig(env)
  const queueFile = findQueueFile(options, META_QUEUE_FILE?.trim())
  const isConfigured = typeof config === 'function' || (config && (!('ok' in config) || config.ok))
  if (isConfigured && !options.keep && !queueFile) console.warn(NO_QUEUE)
  const onOutcome = options.onOutcome ?? logOutcome()
  const queue = queueFile && createFileQueue(queueFile, { ...handlerOptions, config, onOutcome })
  try {
    const handle = createHandler({
      ...handlerOptions,
      config,
      onOutcome,
      ...(queue && {
        config: queue.config,
        keep: queue.keep,
        onOutcome(outcome) {
          queue.explain(outcome)
          return onOutcome(outcome)
        },
      }),
      // srvx sends its body without creating a stream.
      responseClass: FastResponse,
    })
    return await startServer(handle, options, queue || undefined)
  } catch (error) {
    if (queue) await queue.close(0)
    throw error
  }
}

const BYTE_ORDER_MARK =
  'The file of --env-file starts with a byte order mark, so its first variable is not read, or in UTF-16 none. Save the file as UTF-8 without it.'

const NO_QUEUE =
  'No queue is connected, so a Lead whose form opens the next page is lost if Meta is down. Pass the option "queue" with the path of a file, or "keep".'

/** @throws {TypeError} If the option is not a path, or if there is another queue. */
function findQueueFile({ queue, keep }: ServeOptions, variable?: string): string | undefined {
  const path = queue ?? variable
  if (queue !== undefined && (typeof queue !== 'string' || !queue)) {
    throw new TypeError('Option "queue" must be the path of a file, like "queue/events.sqlite".')
  }
  if (path && keep) {
    const name = queue === undefined ? 'The variable META_QUEUE_FILE' : 'Option "queue"'
    throw new TypeError(`${name} cannot be used with the option "keep". Remove one of them.`)
  }
  return path
}

/** `createHandler` checks their types. */
const HANDLER_OPTIONS: Record<keyof AdapterOptions, true> = {
  config: true,
  fetch: true,
  now: true,
  clientIp: true,
  source: true,
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

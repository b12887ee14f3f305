import {
  type AdapterOptions,
  checkHandlerOptions,
  createHandler,
  type Environment,
  type Handler,
  logOutcome,
  readConfig,
} from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import type { ConnectedQueue, ConversionQueue, QueueBatch } from './conversion-queue.ts'

/** Options of {@link createWorker}. */
export interface WorkerOptions extends AdapterOptions {
  /**
   * Keeps events that could not be delivered, and redelivers them: `conversionQueue('CONVERSIONS')`. Replaces `keep`.
   *
   * @default off
   */
  queue?: ConversionQueue
}

/** An object that Cloudflare accepts as the default export of a Worker. */
export interface Worker {
  /**
   * Responds to one request.
   *
   * @param env The variables, secrets and bindings of the Worker. Requests outside the conversion path go to
   *   the static assets binding `ASSETS`, or get a 404 response if there is no such binding.
   */
  fetch: (request: Request, env: object, context: WorkerContext) => Promise<Response>
  /**
   * Redelivers the events of one batch of the queue. Messages are acknowledged if their event was accepted or given up,
   * and retried otherwise. Without the option `queue`, all messages are retried after an hour, with an error in the
   * log.
   *
   * @param env The variables, secrets and bindings of the Worker.
   */
  queue: (batch: QueueBatch, env: object) => Promise<void>
}

/** The part of Cloudflare's `ExecutionContext` that the Worker uses. */
export interface WorkerContext {
  waitUntil: (promise: Promise<unknown>) => void
}

/**
 * Creates a Worker that runs the conversion proxy at `/functions/v1/conversion-capi` and serves static assets
 * at all other paths.
 *
 * Reads the `META_…` variables and secrets once per `env` object, and logs failures with `logOutcome()`.
 * Delivery continues after the visitor disconnects. With the option `queue`, events that could not be delivered are
 * kept in a Cloudflare queue and redelivered.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @throws {TypeError} If an option is unknown or unusable.
 */
export function createWorker(options: WorkerOptions = {}): Worker {
  const { queue, ...handlerOptions } = options
  if (queue !== undefined && (typeof queue !== 'function' || options.keep)) {
    throw new TypeError(QUEUE_PROBLEM)
  }
  const connect = queue?.(options)
  // Checks the options now, not at the first request.
  checkHandlerOptions(handlerOptions)
  handlerOptions.onOutcome ??= logOutcome()
  // Once per `env`, because an isolate can outlive a change of the variables.
  const proxies = new WeakMap<object, ConversionProxy>()

  return {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== CONVERSION_PATH) {
        const { ASSETS } = env as { ASSETS?: { fetch: (request: Request) => Promise<Response> } }
        return ASSETS?.fetch(request) ?? new Response(null, { status: 404 })
      }
      const response = proxyOf(env).handle(request)
      context.waitUntil(response)
      return response
    },

    async queue(batch, env) {
      const { redeliver } = proxyOf(env)
      if (redeliver) return redeliver(batch)
      console.error(QUEUE_PROBLEM)
      batch.retryAll({ delaySeconds: 3600 })
    },
  }

  function proxyOf(env: object): ConversionProxy {
    let proxy = proxies.get(env)
    if (proxy) return proxy
    const shared = { ...handlerOptions, config: options.config ?? readConfig(env as Environment) }
    const { redeliver, ...keep } = connect?.(env, shared) ?? {}
    proxy = { handle: createHandler({ ...shared, ...keep }), redeliver }
    proxies.set(env, proxy)
    return proxy
  }
}

const QUEUE_PROBLEM = 'Option "queue" must be a conversionQueue() without "keep".'

/** What a Worker does with the variables and bindings of one `env`. */
interface ConversionProxy {
  handle: Handler
  redeliver: ConnectedQueue['redeliver'] | undefined
}

/**
 * Returns the visitor's IP from `CF-Connecting-IP`, which Cloudflare always overwrites.
 *
 * Pass it to `createWorker({ clientIp })`. By default `X-Forwarded-For` is read first (specification 2.2), and
 * Cloudflare keeps the entries that visitors wrote there.
 *
 * @returns The IP, or `undefined` if the header is missing, e.g. outside Cloudflare.
 * @see https://developers.cloudflare.com/fundamentals/reference/http-headers/
 */
export function clientIp(request: Request): string | undefined {
  return request.headers.get('CF-Connecting-IP') ?? undefined
}

import {
  type AdapterOptions,
  type Config,
  createHandler,
  createRedelivery,
  createSender,
  type Handler,
  logOutcome,
  readConfig,
  type Redelivery,
  type RedeliveryOptions,
} from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { keepInQueue } from './keep-in-queue.ts'
import { type QueueBatch, redeliverBatch } from './redeliver-batch.ts'

/** Options of {@link createWorker}: those of every adapter, and those of the queue. */
export interface WorkerOptions extends AdapterOptions {
  /**
   * The name of a queue's binding in `env`, for example `CONVERSIONS`. Events that could not be delivered are kept in
   * this queue. Replaces `keep`.
   *
   * @default off
   */
  queue?: string
  /** Options of `createRedelivery`. `now` and `onOutcome` default to those of the Worker. */
  redelivery?: RedeliveryOptions
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
   * Redelivers the events of one batch of a queue. Messages are acknowledged if their event was accepted or given up,
   * and retried otherwise. Does not need the option `queue`, so that a queue can be emptied after the option was
   * removed.
   *
   * @param env The variables and secrets of the Worker.
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
 * @returns A Worker to export as default.
 * @throws {TypeError} If an option is unknown or unusable.
 */
export function createWorker(options: WorkerOptions = {}): Worker {
  const { queue, redelivery, ...handlerOptions } = options
  checkQueueOptions(options)
  // Checks the options now, not at the first request.
  createProxy(options.config)
  // Once per `env`, because an isolate can outlive a change of the variables.
  const proxies = new WeakMap<object, ConversionProxy>()

  return {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== CONVERSION_PATH) {
        const { ASSETS } = env as { ASSETS?: { fetch: (request: Request) => Promise<Response> } }
        return ASSETS?.fetch(request) ?? new Response('Not found\n', { status: 404 })
      }
      const response = proxyOf(env).handle(request)
      context.waitUntil(response)
      return response
    },
    queue: (batch, env) => redeliverBatch(batch, proxyOf(env).redeliver),
  }

  function proxyOf(env: object): ConversionProxy {
    const existing = proxies.get(env)
    if (existing) return existing
    const config = options.config ?? readConfig(stringVariables(env))
    const proxy = createProxy(config, queue ? { keep: keepInQueue(env, queue) } : {})
    proxies.set(env, proxy)
    return proxy
  }

  function createProxy(
    config: Config | undefined,
    keepOption: Pick<AdapterOptions, 'keep'> = {},
  ): ConversionProxy {
    const { fetch = globalThis.fetch, now = Date.now, onOutcome = logOutcome() } = options
    const shared = { config, fetch, now, onOutcome }
    return {
      handle: createHandler({ ...handlerOptions, ...shared, ...keepOption }),
      redeliver: createRedelivery(createSender(shared), { now, onOutcome, ...redelivery }),
    }
  }
}

/** What a Worker does with one configuration. */
interface ConversionProxy {
  handle: Handler
  redeliver: Redelivery
}

/** `createHandler` and `createRedelivery` check the other options. */
function checkQueueOptions({ queue, keep }: WorkerOptions): void {
  if (queue === undefined) return
  if (typeof queue !== 'string' || !queue) {
    throw new TypeError('Option "queue" must be the name of a binding, like "CONVERSIONS".')
  }
  if (keep) throw new TypeError('Option "queue" replaces the option "keep". Remove one of them.')
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

/** Returns the variables of `env` as strings: `wrangler.jsonc` also allows numbers. Skips bindings, which are objects. */
function stringVariables(env: object): Record<string, string> {
  const variables = Object.entries(env).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(variables.map(([name, value]) => [name, String(value)]))
}

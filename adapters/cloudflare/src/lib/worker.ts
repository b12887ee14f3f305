import {
  type AdapterOptions,
  createHandler,
  type Handler,
  logOutcome,
  readConfig,
} from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** An object that Cloudflare accepts as the default export of a Worker. */
export interface Worker {
  /**
   * Responds to one request.
   *
   * @param env The variables, secrets and bindings of the Worker. Requests outside the conversion path go to
   *   the static assets binding `ASSETS`, or get a 404 response if there is no such binding.
   */
  fetch: (request: Request, env: object, context: WorkerContext) => Promise<Response>
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
 * Delivery continues after the visitor disconnects.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @returns A Worker to export as default.
 * @throws {TypeError} If an option is unknown or unusable.
 */
export function createWorker(options: AdapterOptions = {}): Worker {
  // Checks the options now, not at the first request.
  createHandler({ ...options, config: options.config })
  // One handler per `env`, because an isolate can outlive a change of the variables.
  const handlers = new WeakMap<object, Handler>()

  return {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== CONVERSION_PATH) {
        const { ASSETS } = env as { ASSETS?: { fetch: (request: Request) => Promise<Response> } }
        return ASSETS?.fetch(request) ?? new Response('Not found\n', { status: 404 })
      }
      const response = handlerFor(env)(request)
      context.waitUntil(response)
      return response
    },
  }

  function handlerFor(env: object): Handler {
    const existing = handlers.get(env)
    if (existing) return existing
    const config = options.config ?? readConfig(stringVariables(env))
    const onOutcome = options.onOutcome ?? logOutcome()
    const handle = createHandler({ ...options, config, onOutcome })
    handlers.set(env, handle)
    return handle
  }
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

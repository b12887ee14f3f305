import { createHandler, type HandlerOptions, logOutcome, readConfig } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/**
 * What `createHandler` takes, but for `config`, which is read from the Worker's variables and secrets.
 * `onOutcome` is `logOutcome()` when not given.
 */
export type WorkerOptions = Omit<HandlerOptions, 'config'>

/** What Cloudflare takes as a Worker's default export. */
export interface Worker {
  /**
   * @param env The Worker's variables and secrets, and `ASSETS`, the binding of the site's static assets.
   *   Without it, every other path is answered 404.
   */
  fetch: (request: Request, env: object, context: WorkerContext) => Promise<Response>
}

interface WorkerContext {
  waitUntil: (promise: Promise<unknown>) => void
}

/**
 * Makes a Worker that answers every method at `/functions/v1/conversion-capi` with the proxy, and gives the
 * rest to the static assets.
 *
 * A visitor who leaves does not take the event along: it is delivered to the end. The `META_…` variables and
 * secrets are read once for each `env` that Cloudflare hands out; an unusable one is reported then.
 */
export function createWorker(options: WorkerOptions = {}): Worker {
  // Checks the options now, not at the first request.
  createHandler({ ...options, config: undefined })
  // Not one for all: an isolate can outlive a change of the variables.
  const handlers = new WeakMap<object, ReturnType<typeof createHandler>>()

  return {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== CONVERSION_PATH) {
        const { ASSETS } = env as { ASSETS?: { fetch: (request: Request) => Promise<Response> } }
        return ASSETS?.fetch(request) ?? new Response('Not found\n', { status: 404 })
      }
      const answer = handlerOf(env)(request)
      context.waitUntil(answer)
      return answer
    },
  }

  function handlerOf(env: object): ReturnType<typeof createHandler> {
    const known = handlers.get(env)
    if (known) return known
    const config = readConfig(toTexts(env))
    const handle = createHandler({ onOutcome: logOutcome(), ...options, config })
    handlers.set(env, handle)
    return handle
  }
}

/** A variable of `wrangler.jsonc` may be a number as well, and bindings are objects. */
function toTexts(env: object): Record<string, string> {
  const values = Object.entries(env).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}

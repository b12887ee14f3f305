import { createHandler, type HandlerOptions, logOutcome, readConfig } from '@conversion-capi/core'

import { contexts, type NetlifyContext } from './contexts.ts'

/**
 * What `createHandler` takes, but for `config`, which is read from the site's environment variables.
 * `onOutcome` is `logOutcome()` when not given.
 */
export type FunctionOptions = Omit<HandlerOptions, 'config'>

/**
 * Makes the proxy for a file in `netlify/functions` or `netlify/edge-functions`, with the `META_…` variables
 * of the site.
 *
 * The variables are read at the first request, because at the edge they may not be there before; an unusable
 * one is reported then, once. The path is not looked at: Netlify reads it from the file's `config`.
 */
export function createFunction(
  options: FunctionOptions = {},
): (request: Request, context?: NetlifyContext) => Promise<Response> {
  // Checks the options now, not at the first request.
  createHandler({ ...options, config: undefined })
  let handle: ReturnType<typeof createHandler> | undefined

  return async function handleNetlify(request, context) {
    handle ??= createHandler({ onOutcome: logOutcome(), ...options, config: readConfig(readEnv()) })
    if (context) contexts.set(request, context)
    return handle(request)
  }
}

/** Netlify's own global is in both kinds of functions; Node's is for tests and for other hosts. */
function readEnv(): Record<string, string | undefined> {
  const { Netlify } = globalThis as { Netlify?: NetlifyGlobal }
  return Netlify?.env.toObject() ?? process.env
}

interface NetlifyGlobal {
  env: { toObject: () => Record<string, string> }
}

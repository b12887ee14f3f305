import { createHandler, type HandlerOptions, logOutcome, readConfig } from '@conversion-capi/core'

import { type ConnectionInfo, connections } from './connections.ts'

/**
 * What `createHandler` takes, but for `config`, which is read from the environment. `onOutcome` is
 * `logOutcome()` when not given.
 */
export type FunctionOptions = Omit<HandlerOptions, 'config'>

/**
 * Makes the proxy for `Deno.serve`, with the `META_…` variables of the environment.
 *
 * They are read here, one by one, so `--allow-env=META_*` is enough; an unusable one is reported once. The
 * path is not looked at: on Supabase the function's name is its path.
 */
export function createFunction(
  options: FunctionOptions = {},
): (request: Request, info?: ConnectionInfo) => Promise<Response> {
  const env = new Proxy({}, { get: (_, name) => Deno.env.get(String(name)) })
  const handle = createHandler({ onOutcome: logOutcome(), ...options, config: readConfig(env) })

  return function handleDeno(request, info) {
    if (info) connections.set(request, info)
    return handle(request)
  }
}

/** What is used of Deno's types, so that nobody needs them to compile this. */
declare const Deno: { env: { get: (name: string) => string | undefined } }

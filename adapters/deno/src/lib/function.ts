import { type AdapterOptions, createHandler, logOutcome, readConfig } from '@conversion-capi/core'

/** The part of Deno's `ServeHandlerInfo` that the proxy uses. */
export interface ConnectionInfo {
  /** The remote end of the connection. TCP connections have a `hostname`. */
  remoteAddr: { transport: string; hostname?: string }
}

/** A handler as `Deno.serve` calls it. */
export type DenoFunction = (request: Request, info?: ConnectionInfo) => Promise<Response>

const connections = new WeakMap<Request, ConnectionInfo>()

/**
 * Creates the conversion proxy for `Deno.serve`.
 *
 * Reads the `META_…` environment variables one by one, so `--allow-env="META_*"` is sufficient, and logs
 * failures with `logOutcome()`. The proxy ignores the path: on Supabase the name of the function is its path.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 */
export function createFunction(options: AdapterOptions = {}): DenoFunction {
  const env = new Proxy({}, { get: (_, name) => Deno.env.get(String(name)) })
  const config = options.config ?? readConfig(env)
  const onOutcome = options.onOutcome ?? logOutcome()
  const handle = createHandler({ ...options, config, onOutcome, preview: findPreview() })

  return function handleDeno(request, info) {
    if (info) connections.set(request, info)
    return handle(request)
  }
}

/**
 * Returns the IP of the remote end of the connection. Reads no headers, so visitors cannot forge it.
 *
 * Pass it to `createFunction({ clientIp })` if visitors connect to the server directly. Do not use it behind a
 * proxy such as Supabase's gateway: it would return the IP of that proxy.
 *
 * @param request The request that was passed to the function, not a copy of it.
 * @returns The IP, or `undefined` if the connection is unknown or does not use TCP.
 */
export function clientIp(request: Request): string | undefined {
  return connections.get(request)?.remoteAddr.hostname
}

/**
 * Returns why the deployment is a preview, for example `DENO_TIMELINE is "preview/1a2b3c"`. `createFunction` calls it
 * itself; pass it to `createSender({ preview })` in programs that receive webhooks or consume a queue.
 *
 * Deno Deploy names the timeline `production`, `git-branch/<name>` or `preview/<id>`. Reads the variable only if that
 * is allowed: otherwise, Deno would throw, or ask in a terminal.
 *
 * @returns The reason, or `undefined` if the deployment is not a preview.
 * @see https://docs.deno.com/deploy/reference/env_vars_and_contexts
 */
export function findPreview(): string | undefined {
  const variable = 'DENO_TIMELINE'
  const isAllowed = Deno.permissions?.querySync({ name: 'env', variable }).state === 'granted'
  const timeline = isAllowed ? Deno.env.get(variable) : undefined
  return timeline && timeline !== 'production' ? `${variable} is "${timeline}"` : undefined
}

// Declared here so that the published types compile without Deno's.
declare const Deno: {
  env: { get: (name: string) => string | undefined }
  permissions?: { querySync: (permission: { name: 'env'; variable: string }) => { state: string } }
}

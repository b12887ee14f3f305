import {
  type AdapterOptions,
  checkHandlerOptions,
  createHandler,
  type Environment,
  type Handler,
  logOutcome,
  readConfig,
} from '@conversion-capi/core'

/** The part of Netlify's `Context` that the proxy uses. */
export interface NetlifyContext {
  /** The visitor's IP as seen by Netlify. */
  ip?: string
  /** The deploy of the function: `context` is `production`, `deploy-preview`, `branch-deploy` or `dev`. */
  deploy?: { context?: string }
}

/** A function as Netlify calls it. */
export type NetlifyFunction = (request: Request, context?: NetlifyContext) => Promise<Response>

const contexts = new WeakMap<Request, NetlifyContext>()

/**
 * Creates the conversion proxy for a file in `netlify/functions` or `netlify/edge-functions`.
 *
 * Reads the `META_…` environment variables at the first request, because Edge Functions may not have them
 * earlier, and logs failures with `logOutcome()`. The proxy ignores the path: Netlify reads it from the
 * `config` export of the file.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @throws {TypeError} If an option is unknown or unusable.
 */
export function createFunction(options: AdapterOptions = {}): NetlifyFunction {
  // Checks the options now, not at the first request.
  checkHandlerOptions(options)
  const handlers = new Map<string | undefined, Handler>()

  return async function handleNetlify(request, context) {
    if (context) contexts.set(request, context)
    return handlerFor(findPreview(context))(request)
  }

  // Netlify's local runtime reads the deploy context from a header, so one request must not decide for all.
  function handlerFor(preview: string | undefined): Handler {
    const existing = handlers.get(preview)
    if (existing) return existing
    const config = options.config ?? readConfig(readEnv())
    const onOutcome = options.onOutcome ?? logOutcome()
    const handle = createHandler({ ...options, config, onOutcome, preview })
    handlers.set(preview, handle)
    return handle
  }
}

/**
 * Returns the visitor's IP from Netlify's `context.ip`. Reads no headers, so visitors cannot forge it.
 *
 * Pass it to `createFunction({ clientIp })`. Do not use it if another proxy runs in front of Netlify: it would
 * return the IP of that proxy.
 *
 * @param request The request that Netlify passed to the function, not a copy of it.
 * @returns The IP, or `undefined` if Netlify provided none.
 */
export function clientIp(request: Request): string | undefined {
  return contexts.get(request)?.ip
}

/**
 * Returns why the deploy is a preview, for example `context.deploy.context is "deploy-preview"`. `createFunction` calls
 * it itself; pass it to `createSender({ preview })` in functions that receive webhooks or consume a queue.
 *
 * @param context The second argument of the function.
 * @returns The reason, or `undefined` if the deploy is not a preview.
 * @see https://docs.netlify.com/deploy/deploy-overview/#deploy-contexts
 */
export function findPreview(context: NetlifyContext | undefined): string | undefined {
  const name = context?.deploy?.context ?? ''
  const isPreview = /^(deploy-preview|branch-deploy|preview-server)$/.test(name)
  return isPreview ? `context.deploy.context is "${name}"` : undefined
}

/** Both kinds of functions have the `Netlify` global. Outside Netlify, `process.env` is used. */
function readEnv(): Environment {
  const { Netlify } = globalThis as { Netlify?: { env: { toObject: () => Environment } } }
  return Netlify?.env.toObject() ?? process.env
}

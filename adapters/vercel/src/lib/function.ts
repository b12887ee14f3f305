import { type AdapterOptions, createHandler, logOutcome, readConfig } from '@conversion-capi/core'

/** Vercel calls `fetch` for every method if the object is the default export (Node.js runtime only). */
const NAMES = ['fetch', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The proxy under every name that Vercel looks for in a function file. */
export type VercelFunction = Record<(typeof NAMES)[number], (request: Request) => Promise<Response>>

/**
 * Creates the conversion proxy for a file in `api/`.
 *
 * Reads the `META_…` environment variables when the file is loaded, and logs failures with `logOutcome()`.
 * Every method calls the proxy, so the proxy itself sends the 405 responses.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @returns An object to export as default on the Node.js runtime. On the Edge runtime, export its methods by
 *   name.
 * @see https://vercel.com/docs/functions/functions-api-reference
 */
export function createFunction(options: AdapterOptions = {}): VercelFunction {
  const config = options.config ?? readConfig(process.env)
  const onOutcome = options.onOutcome ?? logOutcome()
  const handle = createHandler({ ...options, config, onOutcome, preview: findPreview() })
  return Object.fromEntries(NAMES.map((name) => [name, handle])) as VercelFunction
}

/**
 * Returns the visitor's IP from `x-vercel-forwarded-for` or, if that header is missing, from `x-real-ip`.
 * Vercel overwrites both headers, so visitors cannot forge them.
 *
 * Pass it to `createFunction({ clientIp })`. Do not use it if another proxy runs in front of Vercel: it would
 * return the IP of that proxy.
 *
 * @returns The IP, or `undefined` if both headers are missing, e.g. outside Vercel.
 * @see https://vercel.com/docs/headers/request-headers
 */
export function clientIp(request: Request): string | undefined {
  const { headers } = request
  return headers.get('x-vercel-forwarded-for') ?? headers.get('x-real-ip') ?? undefined
}

/**
 * Returns why the deployment is a preview: `VERCEL_ENV is "preview"`. `createFunction` calls it itself; pass it to
 * `createSender({ preview })` in functions that receive webhooks or consume a queue.
 *
 * @returns The reason, or `undefined` if the deployment is not a preview.
 * @see https://vercel.com/docs/environment-variables/system-environment-variables
 */
export function findPreview(): string | undefined {
  const { VERCEL_ENV } = process.env
  return VERCEL_ENV === 'preview' ? 'VERCEL_ENV is "preview"' : undefined
}

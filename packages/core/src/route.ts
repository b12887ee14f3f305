/**
 * The handler with the configuration of `process.env`, under the names by which the routes of frameworks export theirs.
 * For other options, export what {@link createHandler} returns.
 *
 * @module
 */

import { readConfig } from './lib/config/read-config.ts'
import { createHandler, type Handler } from './lib/handler.ts'
import { logOutcome } from './lib/outcome/log-outcome.ts'

const { env = {} } =
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {}

/** Handles a request. */
export const handle: Handler = createHandler({
  config: readConfig(env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: env['VERCEL_ENV'] === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})

/** Handles the request of a context, as a route of Astro, SvelteKit or React Router. */
export const route = ({ request }: { request: Request }): Promise<Response> => handle(request)

export { handle as GET, handle as OPTIONS, handle as POST }
export { route as action, route as ALL, route as fallback, route as loader }

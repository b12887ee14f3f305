/**
 * The conversion proxy for Deno, Deno Deploy and Supabase Edge Functions: {@link createFunction}.
 *
 * @module
 */

export { clientIp } from './lib/client-ip.ts'
export type { ConnectionInfo } from './lib/connections.ts'
export { createFunction, type FunctionOptions } from './lib/create-function.ts'

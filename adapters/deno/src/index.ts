/**
 * The conversion proxy for Deno, Deno Deploy and Supabase Edge Functions: {@link createFunction}.
 *
 * @module
 */

export { clientAddress } from './lib/client-address.ts'
export type { ConnectionInfo } from './lib/connections.ts'
export { createFunction, type FunctionOptions } from './lib/create-function.ts'

/**
 * The conversion proxy as a Netlify Function or Edge Function: {@link createFunction}.
 *
 * @module
 */

export { clientAddress } from './lib/client-address.ts'
export type { NetlifyContext } from './lib/contexts.ts'
export { createFunction, type FunctionOptions } from './lib/create-function.ts'

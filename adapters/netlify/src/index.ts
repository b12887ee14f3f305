/**
 * The conversion proxy as a Netlify Function or Edge Function: {@link createFunction}.
 *
 * @module
 */

export { clientIp } from './lib/client-ip.ts'
export type { NetlifyContext } from './lib/contexts.ts'
export { createFunction, type FunctionOptions } from './lib/create-function.ts'

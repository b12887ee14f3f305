/**
 * The conversion proxy as a Vercel Function: {@link createFunction}.
 *
 * @module
 */

export { clientIp } from './lib/client-ip.ts'
export { createFunction, type FunctionOptions, type VercelFunction } from './lib/create-function.ts'

/**
 * The conversion proxy as a Vercel Function: {@link createFunction}.
 *
 * @module
 */

export { clientAddress } from './lib/client-address.ts'
export { createFunction, type FunctionOptions, type VercelFunction } from './lib/create-function.ts'

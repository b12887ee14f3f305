/**
 * The conversion proxy as a Vercel Function: {@link createFunction}.
 *
 * @module
 */

export { clientIp, createFunction, findPreview, type VercelFunction } from './lib/function.ts'

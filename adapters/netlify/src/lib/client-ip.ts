import { contexts } from './contexts.ts'

/**
 * The visitor's address as Netlify saw it: `context.ip`. No header that a visitor could write is trusted.
 *
 * For `createFunction({ clientIp })`. With another proxy in front of Netlify it would be that
 * proxy's address; leave it out there.
 *
 * @param request A request that `createFunction`'s function was called with, not a copy of it.
 * @returns `undefined` when Netlify gave no address.
 */
export function clientIp(request: Request): string | undefined {
  return contexts.get(request)?.ip
}

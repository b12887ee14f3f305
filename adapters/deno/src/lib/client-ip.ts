import { connections } from './connections.ts'

/**
 * The address at the other end of the connection. No header is trusted.
 *
 * For a server that visitors reach directly: `createFunction({ clientIp })`. Behind a proxy,
 * which Supabase's gateway is, it would be the proxy's address; leave it out there.
 *
 * @param request A request that `createFunction`'s function was called with, not a copy of it.
 * @returns `undefined` when the connection is no TCP connection or unknown.
 */
export function clientIp(request: Request): string | undefined {
  return connections.get(request)?.remoteAddr.hostname
}

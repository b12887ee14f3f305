import type { ServerRequest } from 'srvx'

/**
 * The address at the other end of the socket. No header is trusted.
 *
 * For a server that visitors reach directly: `createHandler({ config, clientIp })`. Behind a
 * proxy it would be the proxy's address; leave it out there.
 *
 * @param request A request that `serve` handed out, not a copy of it.
 * @returns An IPv4 or IPv6 address; an IPv4 visitor of a server that listens on every address reads
 *   `::ffff:203.0.113.7`. `undefined` when the request is from elsewhere or its socket is gone.
 */
export function clientIp(request: Request): string | undefined {
  return (request as ServerRequest).ip
}

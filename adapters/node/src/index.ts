/**
 * Serves a conversion handler with Node: {@link serve}.
 *
 * @module
 */

export { clientIp } from './lib/client-ip.ts'
export { type NodeServer, serve, type ServeOptions } from './lib/serve.ts'

/**
 * Serves a conversion handler with Node: {@link serve}.
 *
 * @module
 */

export { peerAddress } from './lib/peer-address.ts'
export { type NodeServer, serve, type ServeOptions } from './lib/serve.ts'

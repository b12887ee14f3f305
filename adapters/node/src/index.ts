/**
 * Serves a conversion handler and static resources with Node: {@link serve}.
 *
 * @module
 */

export { peerAddress } from './lib/peer-address.ts'
export type { Resource } from './lib/serve-resource.ts'
export { type NodeServer, serve, type ServeOptions } from './lib/serve.ts'

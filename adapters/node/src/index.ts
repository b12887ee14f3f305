/**
 * A Node.js server with the conversion proxy and, optionally, a site around it: {@link serve}.
 *
 * @module
 */

export { clientIp, serve, type ServeOptions } from './lib/serve.ts'
export type { NodeServer } from './lib/server/start-server.ts'

import { onTestFinished } from 'vitest'

import type { ServerOptions } from './server-options.ts'
import { type NodeServer, startServer } from './start-server.ts'

export type RequestHandler = (request: Request) => Response | Promise<Response>

interface StartOptions extends Omit<ServerOptions, 'hostname'> {
  handle?: RequestHandler
  /** `undefined`: all network interfaces. */
  hostname?: string | undefined
}

/** Starts a server on a free port, which is closed after the test. */
export async function start({
  handle = () => new Response('handled'),
  ...options
}: StartOptions = {}): Promise<NodeServer> {
  const all = { port: 0, hostname: '127.0.0.1', ...options } as ServerOptions
  const server = await startServer(handle, all)
  onTestFinished(() => server.close())
  return server
}

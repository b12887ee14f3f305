import type { Server } from 'node:http'

import { CommandError } from '@conversion-capi/meta/terminal'
import type { ServerRequest } from 'srvx'
import { serve } from 'srvx/node'

/** Serves a fetch handler on this machine only. */
export async function listen(
  port: number,
  fetch: (request: ServerRequest) => Response | Promise<Response>,
) {
  const server = serve({
    fetch,
    port,
    hostname: '127.0.0.1',
    manual: true,
    silent: true,
    gracefulShutdown: false,
  })
  try {
    await server.serve()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use. Stop the program that listens on it, or choose another port with --port.`
        : `Port ${port} cannot be opened (${code}). Choose another port with --port.`,
    )
  }
  const { port: opened } = (server.node!.server as Server).address() as { port: number }
  // Browsers keep the connection for changes open.
  return { origin: `http://127.0.0.1:${opened}`, close: () => server.close(true) }
}

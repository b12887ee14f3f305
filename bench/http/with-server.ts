import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { checkProxy } from '../proxies/check-proxy.ts'
import type { Report } from './serve.ts'
import type { ServerName } from './servers.ts'

export interface Server {
  port: number
  report: () => Promise<Report>
  stop: () => Promise<void>
}

/** Starts a server that sends its events to the upstream. `nodeArgs` are options of its process. */
type StartServer = (name: ServerName, nodeArgs?: string[]) => Promise<Server>

/**
 * Runs `use` with a new upstream and a function that starts servers, and stops all of them.
 *
 * @param delay How long the upstream holds each event in milliseconds, or `never` if it does not respond.
 */
export async function withUpstream<Result>(
  delay: number | 'never',
  use: (startServer: StartServer, upstream: Server) => Promise<Result>,
): Promise<Result> {
  const children: Server[] = []
  const start = async (args: string[], nodeArgs: string[] = []) => {
    const child = await startChild(args, nodeArgs)
    children.push(child)
    return child
  }
  try {
    const upstream = await start(['upstream', String(delay)])
    const graphUrl = `http://127.0.0.1:${upstream.port}`
    return await use((name, nodeArgs) => start([name, graphUrl], nodeArgs), upstream)
  } finally {
    // The servers first, which would report the lost upstream.
    for (const child of children.toReversed()) await child.stop()
  }
}

/** Runs `use` with several servers and one upstream, and stops them. */
export function withServers<Result>(
  names: ServerName[],
  use: (servers: Map<ServerName, Server>) => Promise<Result>,
): Promise<Result> {
  return withUpstream(0, async (startServer, upstream) => {
    const servers = new Map<ServerName, Server>()
    for (const name of names) {
      const server = await startServer(name)
      await checkServer(name, server, upstream)
      servers.set(name, server)
    }
    return use(servers)
  })
}

/** Sends one event to a server, which must forward it. */
async function checkServer(name: string, server: Server, upstream: Server): Promise<void> {
  const { requests } = await upstream.report()
  const handle = async (request: Request): Promise<Response> => {
    const url = `http://127.0.0.1:${server.port}${new URL(request.url).pathname}`
    const { method, headers } = request
    return fetch(url, { method, headers, body: await request.text() })
  }
  await checkProxy(name, handle, async () => {
    const report = await upstream.report()
    return Array<string>(report.requests - requests).fill(report.lastBody)
  })
}

/** Runs `serve.ts`. Throws if it exits before it has started to listen. */
async function startChild(args: string[], execArgv: string[]): Promise<Server> {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), args, {
    execArgv,
    // Our proxy logs failures and summaries, which are not part of the results.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let log = ''
  child.stderr!.on('data', (chunk) => (log = `${log}${chunk}`.slice(-2000)))
  const exited = once(child, 'exit')
  const failed = exited.then(([code]): never => {
    throw new Error(`${args[0]} exited with code ${code}.\n${log}`)
  })
  // Rejects after each stop, too.
  failed.catch(() => {})
  const { port } = await nextMessage<{ port: number }>()
  return {
    port,
    report() {
      child.send('report')
      return nextMessage<Report>()
    },
    async stop() {
      // A server that closes gracefully would wait for its connections.
      child.kill('SIGKILL')
      await exited
    },
  }

  async function nextMessage<Message>(): Promise<Message> {
    const [message] = await Promise.race([once(child, 'message'), failed])
    return message as Message
  }
}

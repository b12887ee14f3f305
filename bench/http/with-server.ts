import { checkProxy } from '../proxies/check-proxy.ts'
import { type Child, startChild } from './child.ts'
import type { ServerReport } from './serve.ts'
import { type ServerName, SERVERS } from './servers.ts'
import type { UpstreamReport } from './upstream.ts'

/** A server and its upstream, each in a separate process. */
interface Pair {
  server: Child<ServerReport>
  upstream: Child<UpstreamReport>
}

/**
 * Runs `use` with a new server and a new upstream, and stops both.
 *
 * @param delay How long the upstream holds each event in milliseconds, or `never` if it does not respond.
 * @param nodeArgs Options of the server's process.
 */
export function withServer<Result>(
  name: ServerName,
  delay: number | 'never',
  nodeArgs: string[],
  use: (pair: Pair) => Promise<Result>,
): Promise<Result> {
  return withUpstream(delay, async (upstream, startServer) =>
    use({ server: await startServer(name, nodeArgs), upstream }),
  )
}

/**
 * Runs `use` with all servers and one upstream, and stops them.
 *
 * @throws {Error} If a server does not forward an event correctly.
 */
export function withServers<Result>(
  use: (servers: Map<ServerName, Child<ServerReport>>) => Promise<Result>,
): Promise<Result> {
  return withUpstream(0, async (upstream, startServer) => {
    const servers = new Map<ServerName, Child<ServerReport>>()
    for (const name of Object.keys(SERVERS) as ServerName[]) {
      const server = await startServer(name)
      await checkServer(name, { server, upstream })
      servers.set(name, server)
    }
    return use(servers)
  })
}

type StartServer = (name: ServerName, nodeArgs?: string[]) => Promise<Child<ServerReport>>

async function withUpstream<Result>(
  delay: number | 'never',
  use: (upstream: Child<UpstreamReport>, startServer: StartServer) => Promise<Result>,
): Promise<Result> {
  const children: Child<unknown>[] = []
  try {
    const upstream = await start<UpstreamReport>('upstream.ts', [String(delay)])
    const graphUrl = `http://127.0.0.1:${upstream.port}`
    return await use(upstream, (name, nodeArgs) => start('serve.ts', [name, graphUrl], nodeArgs))
  } finally {
    // The servers first, which would report the lost upstream.
    for (const child of children.toReversed()) await child.stop()
  }

  async function start<Report>(script: string, args: string[], nodeArgs: string[] = []) {
    const child = await startChild<Report>(new URL(script, import.meta.url), args, nodeArgs)
    children.push(child)
    return child
  }
}

/** Sends one event to a server, which must forward it. */
async function checkServer(name: string, { server, upstream }: Pair): Promise<void> {
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

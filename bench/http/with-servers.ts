import { checkProxy } from '../proxies/check-proxy.ts'
import { type Child, startChild } from './child.ts'
import type { ServerReport } from './serve.ts'
import { type ServerName, SERVERS } from './servers.ts'
import type { UpstreamReport } from './upstream.ts'

/**
 * Runs `use` with all servers, each in a separate process, and one upstream, and stops them.
 *
 * @throws {Error} If a server does not forward an event correctly.
 */
export async function withServers<Result>(
  use: (servers: Map<ServerName, Child<ServerReport>>) => Promise<Result>,
): Promise<Result> {
  const upstream = await startChild<UpstreamReport>(new URL('upstream.ts', import.meta.url), ['0'])
  const servers = new Map<ServerName, Child<ServerReport>>()
  try {
    const names = Object.keys(SERVERS) as ServerName[]
    const script = new URL('serve.ts', import.meta.url)
    const graphUrl = `http://127.0.0.1:${upstream.port}`
    for (const name of names) {
      servers.set(name, await startChild<ServerReport>(script, [name, graphUrl]))
      await checkServer(name, servers.get(name)!.port, upstream)
    }
    return await use(servers)
  } finally {
    for (const child of [...servers.values(), upstream]) await child.stop()
  }
}

/** Sends one event to a server, which must forward it. */
async function checkServer(
  name: string,
  port: number,
  upstream: Child<UpstreamReport>,
): Promise<void> {
  const { requests } = await upstream.report()
  const handle = async (request: Request): Promise<Response> => {
    const url = `http://127.0.0.1:${port}${new URL(request.url).pathname}`
    const { method, headers } = request
    return fetch(url, { method, headers, body: await request.text() })
  }
  await checkProxy(name, handle, async () => {
    const report = await upstream.report()
    return Array<string>(report.requests - requests).fill(report.lastBody)
  })
}

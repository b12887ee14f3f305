import { type Child, startChild } from './child.ts'
import type { ServerReport } from './serve.ts'
import type { ServerName } from './servers.ts'
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
export async function withServer<Result>(
  name: ServerName,
  delay: number | 'never',
  nodeArgs: string[],
  use: (pair: Pair) => Promise<Result>,
): Promise<Result> {
  const children: Child<unknown>[] = []
  try {
    const upstream = await start<UpstreamReport>('upstream.ts', [String(delay)])
    const args = [name, `http://127.0.0.1:${upstream.port}`]
    const server = await start<ServerReport>('serve.ts', args, nodeArgs)
    return await use({ server, upstream })
  } finally {
    // The server first, which would report the lost upstream.
    for (const child of children.toReversed()) await child.stop()
  }

  async function start<Report>(script: string, args: string[], nodeArgs: string[] = []) {
    const child = await startChild<Report>(new URL(script, import.meta.url), args, nodeArgs)
    children.push(child)
    return child
  }
}

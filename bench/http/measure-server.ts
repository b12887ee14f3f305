import { deepStrictEqual } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import autocannon from 'autocannon'

import { ACCESS_TOKEN, LEAD, VISITOR } from './lead.ts'
import { SERVER_NAMES, type ServerName } from './servers.ts'
import type { Report } from './serve.ts'

/** How many visitors send at the same time. */
export const VISITORS = 10

/** How long events are sent before they are counted. */
const WARM_UP_SECONDS = 0.2

/** Sends events to a server over HTTP and measures both sides after the warm-up. */
export async function measureServer(server: Server, seconds: number) {
  const added: number[] = []
  const countedFrom = performance.now() + WARM_UP_SECONDS * 1000
  let lastMs = 0

  const sending = new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: `http://127.0.0.1:${server.port}${CONVERSION_PATH}`,
        method: 'POST',
        headers: VISITOR,
        body: JSON.stringify(LEAD),
        connections: VISITORS,
        duration: WARM_UP_SECONDS + seconds,
        timeout: WARM_UP_SECONDS + seconds + 10,
        // How often it checks whether the duration is over.
        sampleInt: 100,
        verifyBody,
      },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    )
    // Emitted before the body of the same response is verified.
    run.on('response', (_client, _status, _bytes, ms) => (lastMs = ms))
  })
  // Awaited below.
  sending.catch(() => {})
  await delay(WARM_UP_SECONDS * 1000)
  const before = await server.report()
  const reportedAt = performance.now()
  const { errors, mismatches, non2xx } = await sending
  const endedAt = performance.now()
  const failed = errors + mismatches + non2xx
  if (failed > 0 || added.length === 0) {
    throw new Error(`${added.length} events succeeded, and ${failed} failed.`)
  }
  const { cpu } = await server.report()
  const eventsPerMs = added.length / (endedAt - countedFrom)
  return {
    eventsPerSecond: eventsPerMs * 1000,
    // How long a visitor waited for each event in milliseconds, without the time that the upstream held it.
    added,
    // CPU time of the server's process, in microseconds per event.
    cpuPerEvent: (cpu - before.cpu) / (eventsPerMs * (endedAt - reportedAt)),
  }

  function verifyBody(text: unknown): boolean {
    const held = /^{"ok":true,.*"fbtrace_id":"(\d+)"/.exec(String(text))?.[1]
    if (!held) return false
    if (performance.now() >= countedFrom) added.push(lastMs - Number(held) / 1000)
    return true
  }
}

export type Server = Awaited<ReturnType<typeof startChild>>

/** Runs `use` with a new upstream and a function that starts servers which send to it, and stops all of them. */
export async function withUpstream<Result>(
  use: (startServer: (name: ServerName) => Promise<Server>, upstream: Server) => Promise<Result>,
): Promise<Result> {
  const children: Server[] = []
  const start = async (args: string[]) => {
    const child = await startChild(args)
    children.push(child)
    return child
  }
  try {
    const upstream = await start(['upstream'])
    const graphUrl = `http://127.0.0.1:${upstream.port}`
    return await use((name) => start([name, graphUrl]), upstream)
  } finally {
    // The servers first, which would report the lost upstream.
    for (const child of children.toReversed()) await child.stop()
  }
}

/** Runs `use` with all servers and one upstream, and stops them. */
export function withServers<Result>(
  use: (servers: Map<ServerName, Server>) => Promise<Result>,
): Promise<Result> {
  return withUpstream(async (startServer, upstream) => {
    const servers = new Map<ServerName, Server>()
    for (const name of SERVER_NAMES) {
      const server = await startServer(name)
      await checkServer(name, server, upstream)
      servers.set(name, server)
    }
    return use(servers)
  })
}

/**
 * Sends one event to a server.
 *
 * @throws {Error} If the server did not forward the event once and completely, or did not respond with success.
 */
export async function checkServer(
  name: string,
  { port }: Pick<Server, 'port'>,
  upstream: Pick<Server, 'report'>,
): Promise<void> {
  const { requests: earlier } = await upstream.report()
  const before = Math.floor(Date.now() / 1000)
  const response = await fetch(`http://127.0.0.1:${port}${CONVERSION_PATH}`, {
    method: 'POST',
    headers: VISITOR,
    body: JSON.stringify(LEAD),
  })
  try {
    const { ok, upstream: received } = (await response.json()) as Forwarded
    const { requests, lastBody } = await upstream.report()
    const { data, access_token } = JSON.parse(lastBody) as SentRequest
    const { event_time, ...event } = data[0]!
    deepStrictEqual(before <= event_time && event_time <= Date.now() / 1000, true)
    deepStrictEqual(
      [response.status, ok, received.events_received, requests - earlier, access_token, event],
      [200, true, 1, 1, ACCESS_TOKEN, EXPECTED_EVENT],
    )
  } catch (error) {
    throw new Error(`${name} did not forward the event correctly.`, { cause: error })
  }
}

interface Forwarded {
  ok: boolean
  upstream: { events_received: number }
}

interface SentRequest {
  data: { event_time: number }[]
  access_token: string
}

const EXPECTED_EVENT = {
  ...LEAD,
  action_source: 'website',
  user_data: {
    ...LEAD.user_data,
    client_user_agent: VISITOR['User-Agent'],
    client_ip_address: VISITOR['X-Forwarded-For'],
  },
}

/** Runs `serve.ts`. Throws if it exits before it has started to listen. */
async function startChild(args: string[]) {
  const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), args, {
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

import { setTimeout as delay } from 'node:timers/promises'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import autocannon from 'autocannon'

import { interleave } from '../lib/rounds.ts'
import { LEAD, VISITOR } from '../proxies/lead.ts'
import type { ServerName } from './servers.ts'
import { type Server, withServers } from './with-server.ts'

interface Load {
  visitors: number
  /** How long events are sent before they are counted. A busy server takes seconds to accept a thousand connections. */
  warmUpSeconds: number
  seconds: number
}

export interface ServerResult {
  eventsPerSecond: number
  /** How long a visitor waited for each event in milliseconds, without the time that the upstream held it. Sorted. */
  added: number[]
  /** How many responses were missing or not a success, including the warm-up. */
  failed: number
  /** CPU time of the server's process, in microseconds per event. */
  cpuPerEvent: number
  /** Largest resident set of the server's process since it started, in bytes. */
  maxRss: number
}

/** Sends events to a server over HTTP and measures both sides after the warm-up. */
export async function measureServer(server: Server, load: Load): Promise<ServerResult> {
  const { visitors, warmUpSeconds, seconds } = load
  const added: number[] = []
  const countedFrom = performance.now() + warmUpSeconds * 1000
  let lastMs = 0

  const sending = new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: `http://127.0.0.1:${server.port}${CONVERSION_PATH}`,
        method: 'POST',
        headers: VISITOR,
        body: JSON.stringify(LEAD),
        connections: visitors,
        duration: warmUpSeconds + seconds,
        timeout: warmUpSeconds + seconds + 10,
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
  await delay(warmUpSeconds * 1000)
  const before = await server.report()
  const reportedAt = performance.now()
  const { errors, mismatches, non2xx } = await sending
  const endedAt = performance.now()
  const failed = errors + mismatches + non2xx
  if (added.length === 0) {
    throw new Error(`${visitors} visitors got no response in ${seconds} s, and ${failed} failures.`)
  }
  const { cpu, maxRss } = await server.report()
  const eventsPerMs = added.length / (endedAt - countedFrom)
  return {
    eventsPerSecond: eventsPerMs * 1000,
    added: added.sort((a, b) => a - b),
    failed,
    cpuPerEvent: (cpu - before.cpu) / (eventsPerMs * (endedAt - reportedAt)),
    maxRss,
  }

  function verifyBody(text: unknown): boolean {
    const held = /^{"ok":true,.*"fbtrace_id":"(\d+)"/.exec(String(text))?.[1]
    if (!held) return false
    if (performance.now() >= countedFrom) added.push(lastMs - Number(held) / 1000)
    return true
  }
}

/** How many visitors send at the same time while servers are compared. */
export const VISITORS = 10

/** Measures servers in turns, each with its own process. Throws if an event fails. */
export function measureServers<Name extends ServerName>(
  names: Name[],
  rounds: number,
  seconds: number,
): Promise<Record<Name, ServerResult[]>> {
  return withServers(names, (servers) =>
    interleave(names, rounds, async (name) => {
      const load = { visitors: VISITORS, warmUpSeconds: 0.2, seconds }
      const result = await measureServer(servers.get(name)!, load)
      if (result.failed > 0) throw new Error(`${name} failed for ${result.failed} events.`)
      return result
    }),
  )
}

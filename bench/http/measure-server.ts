import { setTimeout as delay } from 'node:timers/promises'

import type { Child } from './child.ts'
import { type Load, type LoadResult, sendLoad } from './send-load.ts'
import type { ServerReport } from './serve.ts'

/** The measurement of one server under one load. */
export interface ServerResult extends LoadResult {
  /** CPU time of the server's process, in microseconds per event. */
  cpuPerEvent: number
  /** Largest resident set of the server's process since it started, in bytes. */
  maxRss: number
}

/** Sends events to a server and measures both sides. */
export async function measureServer(
  server: Child<ServerReport>,
  load: Omit<Load, 'port'>,
): Promise<ServerResult> {
  const sending = sendLoad({ ...load, port: server.port })
  // Awaited below.
  sending.catch(() => {})
  await delay(load.warmUpSeconds * 1000)
  const before = await server.report()
  const startedAt = performance.now()
  const result = await sending
  const seconds = (performance.now() - startedAt) / 1000
  const { cpu, maxRss } = await server.report()
  const cpuPerEvent = (cpu - before.cpu) / (result.eventsPerSecond * seconds)
  return { ...result, cpuPerEvent, maxRss }
}

/** Returns the value that a share of the sorted numbers does not exceed. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1]!
}

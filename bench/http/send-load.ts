import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import autocannon from 'autocannon'

import { LEAD, VISITOR } from '../proxies/lead.ts'

/** Visitors who send one event after the other. */
export interface Load {
  port: number
  /** How many visitors send at the same time. */
  visitors: number
  /** How long events are sent before they are counted. A busy server takes seconds to accept a thousand connections. */
  warmUpSeconds: number
  /** How long events are counted. */
  seconds: number
}

export interface LoadResult {
  eventsPerSecond: number
  /** How long a visitor waited for each event in milliseconds, without the time that the upstream held it. Sorted. */
  added: number[]
  /** How many responses were missing or not a success, including the warm-up. */
  failed: number
}

/**
 * Sends events to a proxy over HTTP.
 *
 * @returns The responses after the warm-up.
 * @throws {Error} If no response arrives after the warm-up.
 */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const { port, visitors, warmUpSeconds, seconds } = load
  const added: number[] = []
  const countedFrom = performance.now() + warmUpSeconds * 1000
  let lastMs = 0

  const { errors, mismatches, non2xx } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: `http://127.0.0.1:${port}${CONVERSION_PATH}`,
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
  const countedSeconds = (performance.now() - countedFrom) / 1000
  const failed = errors + mismatches + non2xx
  if (added.length === 0) {
    throw new Error(`${visitors} visitors got no response in ${seconds} s, and ${failed} failures.`)
  }
  added.sort((a, b) => a - b)
  return { eventsPerSecond: added.length / countedSeconds, added, failed }

  function verifyBody(text: unknown): boolean {
    const held = /^{"ok":true,.*"fbtrace_id":"(\d+)"/.exec(String(text))?.[1]
    if (!held) return false
    if (performance.now() >= countedFrom) added.push(lastMs - Number(held) / 1000)
    return true
  }
}

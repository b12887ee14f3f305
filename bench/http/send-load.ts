import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import autocannon from 'autocannon'

import { VISITOR } from '../proxies/lead.ts'

/** Visitors who send one event after the other. */
export interface Load {
  port: number
  /** How many visitors send at the same time. */
  visitors: number
  seconds: number
  body: string
}

export interface LoadResult {
  eventsPerSecond: number
  events: number
  /** Milliseconds of each event that the visitor waited, without the time that the upstream held it. Sorted. */
  added: number[]
}

/**
 * Sends events to a proxy over HTTP.
 *
 * @throws {Error} If a response is missing or not a success.
 */
export async function sendLoad({ port, visitors, seconds, body }: Load): Promise<LoadResult> {
  const added: number[] = []
  let lastMs = 0
  const { errors, mismatches, non2xx, duration } = await new Promise<autocannon.Result>(
    (resolve, reject) => {
      const run = autocannon(
        {
          url: `http://127.0.0.1:${port}${CONVERSION_PATH}`,
          method: 'POST',
          headers: VISITOR,
          body,
          connections: visitors,
          duration: seconds,
          // How often it checks whether the duration is over.
          sampleInt: 100,
          verifyBody,
        },
        (error, result) => (error ? reject(error as Error) : resolve(result)),
      )
      // Emitted before the body of the same response is verified.
      run.on('response', (_client, _status, _bytes, ms) => (lastMs = ms))
    },
  )
  if (errors || mismatches || non2xx || added.length === 0) {
    throw new Error(
      `${added.length} responses, ${errors} errors, ${mismatches} unexpected bodies, ${non2xx} unexpected statuses.`,
    )
  }
  return {
    events: added.length,
    eventsPerSecond: added.length / duration,
    added: added.sort((a, b) => a - b),
  }

  function verifyBody(text: unknown): boolean {
    const held = /^{"ok":true,.*"fbtrace_id":"(\d+)"/.exec(String(text))?.[1]
    if (held) added.push(lastMs - Number(held) / 1000)
    return held !== undefined
  }
}

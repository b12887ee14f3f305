import { Bench } from 'tinybench'

import { createRequest } from '../proxies/lead.ts'
import type { Proxy } from '../proxies/proxy.ts'

const BATCH = 64

/**
 * Measures a proxy as a host runs it: from the creation of the `Request` until the response is read.
 *
 * The clock is the CPU time of the process, which hosts charge for, and which other processes on the machine
 * affect less than the time of day.
 *
 * @param body The body of every request.
 * @returns The mean of microseconds per event, with garbage collection.
 */
export async function timeEvents(handle: Proxy, body: string, seconds: number): Promise<number> {
  const bench = new Bench({
    now: cpuMilliseconds,
    time: seconds * 1000,
    iterations: 1,
    warmup: false,
    throws: true,
  })
  bench.add(
    'events',
    async () => {
      for (let event = 0; event < BATCH; event++) {
        const response = await handle(createRequest(body))
        await response.text()
      }
    },
    // Lets timers and finalizers run, as on a server.
    { beforeEach: () => new Promise((resolve) => setImmediate(resolve)) },
  )
  const [task] = await bench.run()
  const { result } = task!
  if (result.state !== 'completed') throw new Error(`The measurement is ${result.state}.`)
  return (result.latency.mean * 1000) / BATCH
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

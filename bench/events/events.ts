import { createHandler } from '@conversion-capi/core'
import { Bench } from 'tinybench'

import { interleave } from '../lib/interleave.ts'
import { checkProxy } from '../proxies/check-proxy.ts'
import { createForwarder } from '../proxies/forwarder.ts'
import { createHonoProxy } from '../proxies/hono.ts'
import { configFor, createRequest, LEAD, UNHASHED_LEAD, UPSTREAM_BODY } from '../proxies/lead.ts'
import { type Proxy, toProxy, type Upstream } from '../proxies/proxy.ts'
import { createSdkSender } from '../proxies/sdk.ts'
import { packageVersions } from '../report/measurement.ts'
import type { Part, Section } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatSpread, spread, spreadOfRatios } from '../report/spread.ts'

/** The time of one event in this process, with a `fetch` that responds at once. */
export const events: Part = {
  summary:
    'microseconds per event in process, compared with a bare forwarder, Hono with zod, and Meta’s SDK',
  full: { rounds: 31, seconds: 0.2 },
  quick: { rounds: 7, seconds: 0.1 },
  run,
}

const BATCH = 64

const FORWARDER = 'bare forwarder'
const OURS = 'conversion-capi'
const HONO = 'Hono and its zod validator'
const SDK = 'facebook-nodejs-business-sdk'
const CLEAR = 'conversion-capi, unhashed personal data'

async function run({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Section> {
  const proxies = createProxies()
  for (const [name, handle] of Object.entries(proxies)) {
    lastBody = undefined
    await checkProxy(name, handle, () => (lastBody === undefined ? [] : [lastBody]))
  }

  const names = [FORWARDER, OURS, HONO, SDK, CLEAR] as const
  const hashed = JSON.stringify(LEAD)
  const clear = JSON.stringify(UNHASHED_LEAD)
  const measure = (name: (typeof names)[number]): Promise<number> =>
    name === CLEAR
      ? timeEvents(proxies[OURS], clear, seconds)
      : timeEvents(proxies[name], hashed, seconds)
  const times = await interleave(names, rounds, measure)

  const ratio = spreadOfRatios(times[OURS], times[FORWARDER])
  const honoRatio = spreadOfRatios(times[OURS], times[HONO])
  return {
    title: 'Per event, in process',
    effort: `${rounds} rounds of ${seconds} s`,
    versions: packageVersions(['tinybench', 'hono', '@hono/zod-validator', 'zod', SDK]),
    blocks: [
      markdownTable(
        ['Proxy', 'µs per event', '× bare forwarder'],
        names.map((name) => [
          name,
          formatSpread(spread(times[name]), 1),
          formatSpread(spreadOfRatios(times[name], times[FORWARDER]), 2),
        ]),
      ),
    ],
    targets: [
      {
        subject: 'In process, compared with the bare forwarder',
        goal: 'at most 1.50 ×',
        measured: `${formatSpread(ratio, 2)} ×`,
        isMet: ratio.median <= 1.5,
      },
      {
        subject: 'In process, compared with Hono and its zod validator',
        goal: 'faster',
        measured: `${formatSpread(honoRatio, 2)} ×`,
        isMet: honoRatio.median < 1,
      },
    ],
  }
}

/** The SDK cannot have two upstreams in one process, so all proxies share one. */
function createProxies() {
  const upstream: Upstream = { graphUrl: 'http://127.0.0.1:9', fetch: fakeFetch }
  return {
    [FORWARDER]: toProxy(createForwarder(upstream)),
    [OURS]: createHandler({ config: configFor(upstream.graphUrl), fetch: fakeFetch }),
    [HONO]: createHonoProxy(upstream),
    [SDK]: toProxy(createSdkSender(upstream)),
  }
}

let lastBody: string | undefined

async function fakeFetch(_: unknown, init?: RequestInit): Promise<Response> {
  lastBody = init!.body as string
  return new Response(UPSTREAM_BODY, { headers: { 'Content-Type': 'application/json' } })
}

/**
 * Measures a proxy as a host runs it: from the creation of the `Request` until the response is read. The clock is the
 * CPU time of the process, which hosts charge for, and which other processes affect less than the time of day.
 *
 * @returns The mean of microseconds per event, with garbage collection.
 */
async function timeEvents(handle: Proxy, body: string, seconds: number): Promise<number> {
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

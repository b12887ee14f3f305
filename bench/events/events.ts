import type * as core from '@conversion-capi/core'
import { createHandler } from '@conversion-capi/core'

import {
  type Effort,
  formatSpread,
  interleave,
  type Part,
  ratios,
  type Section,
  table,
  target,
} from '../lib/part.ts'
import { checkProxy } from '../proxies/check-proxy.ts'
import { createForwarder } from '../proxies/forwarder.ts'
import {
  BASE,
  configFor,
  createRequest,
  LEAD,
  type Proxy,
  toProxy,
  UNHASHED_LEAD,
  type Upstream,
  UPSTREAM_BODY,
} from '../proxies/proxy.ts'
import { createSdkSender } from '../proxies/sdk.ts'

const SDK = 'facebook-nodejs-business-sdk'

export const events: Part = {
  title: 'Per event, in process',
  summary: 'microseconds per event in process, compared with a bare forwarder and Meta’s SDK',
  peers: [SDK],
  full: { rounds: 31, seconds: 0.2 },
  quick: { rounds: 7, seconds: 0.1 },
  run,
}

const BATCH = 64

const FORWARDER = 'bare forwarder'
const OURS = 'conversion-capi'
const BEFORE = 'conversion-capi, before'
const UNHASHED = 'conversion-capi, unhashed personal data'

let lastBody: string | undefined

/** The SDK cannot have two upstreams in one process, so all proxies share one. */
const UPSTREAM: Upstream = {
  graphUrl: 'http://127.0.0.1:9',
  async fetch(_, init) {
    lastBody = init!.body as string
    return new Response(UPSTREAM_BODY, { headers: { 'Content-Type': 'application/json' } })
  },
}

async function run({ rounds, seconds }: Effort): Promise<Section> {
  const ours = createHandler({ config: configFor(UPSTREAM.graphUrl), fetch: UPSTREAM.fetch })
  const subjects: Record<string, [proxy: Proxy, event: object]> = {
    [FORWARDER]: [toProxy(createForwarder(UPSTREAM)), LEAD],
    [OURS]: [ours, LEAD],
    [SDK]: [toProxy(createSdkSender(UPSTREAM)), LEAD],
    [UNHASHED]: [ours, UNHASHED_LEAD],
    ...(BASE && { [BEFORE]: [await createBefore(), LEAD] }),
  }
  for (const [name, [handle]] of Object.entries(subjects)) {
    lastBody = undefined
    await checkProxy(name, handle, () => (lastBody === undefined ? [] : [lastBody]))
  }

  const names = Object.keys(subjects)
  const times = await interleave(names, rounds, (name) => {
    const [handle, event] = subjects[name]!
    return timeEvents(handle, JSON.stringify(event), seconds)
  })
  const ratio = (name: string, base: string) => ratios(times[name]!, times[base]!)
  return {
    effort: `${rounds} rounds of ${seconds} s`,
    blocks: [
      table(names, {
        Proxy: (name) => name,
        'µs per event': (name) => formatSpread(times[name]!, 1),
        '× bare forwarder': (name) => formatSpread(ratio(name, FORWARDER), 2),
      }),
    ],
    targets: [
      target('In process, compared with the forwarder', ratio(OURS, FORWARDER), 'at most', 1.4),
    ],
  }
}

/** Creates the proxy of a checkout with an older commit. */
async function createBefore(): Promise<Proxy> {
  const before = (await import(`${BASE}/packages/core/src/index.ts`)) as typeof core
  return before.createHandler({ config: configFor(UPSTREAM.graphUrl), fetch: UPSTREAM.fetch })
}

/**
 * Measures a proxy as a host runs it: from the creation of the `Request` until the response is read. The clock is the
 * CPU time of the process, which hosts charge for, and which other processes affect less than the time of day.
 *
 * @returns The mean of microseconds per event, with garbage collection.
 */
async function timeEvents(handle: Proxy, body: string, seconds: number): Promise<number> {
  let used = 0
  let count = 0
  while (used < seconds * 1_000_000) {
    const before = process.cpuUsage()
    for (let event = 0; event < BATCH; event++) {
      const response = await handle(createRequest(body))
      await response.text()
    }
    const { user, system } = process.cpuUsage(before)
    used += user + system
    count += BATCH
    // Lets timers and finalizers run, as on a server.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return used / count
}

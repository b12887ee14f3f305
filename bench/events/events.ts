import { interleave } from '../lib/interleave.ts'
import { checkProxy } from '../proxies/check-proxy.ts'
import { createForwarder } from '../proxies/forwarder.ts'
import { createHonoProxy } from '../proxies/hono.ts'
import { UNHASHED_LEAD, LEAD, UPSTREAM_BODY } from '../proxies/lead.ts'
import { createOurs } from '../proxies/ours.ts'
import { type Proxy, toProxy, type Upstream } from '../proxies/proxy.ts'
import { createSdkSender } from '../proxies/sdk.ts'
import { markdownTable } from '../report/markdown-table.ts'
import type { Part, Section } from '../report/part.ts'
import { packageVersions } from '../report/package-versions.ts'
import { formatSpread, spread, spreadOfRatios } from '../report/spread.ts'
import { timeEvents } from './time-events.ts'

/** The time of one event in this process, with a `fetch` that responds at once. */
export const events: Part = {
  summary:
    'microseconds per event in process, compared with a bare forwarder, Hono with zod, and Meta’s SDK',
  full: { rounds: 31, seconds: 0.2 },
  quick: { rounds: 7, seconds: 0.1 },
  run,
}

const FORWARDER = 'bare forwarder'
const OURS = 'conversion-capi'
const HONO = 'Hono and its zod validator'
const SDK = 'facebook-nodejs-business-sdk'
const CLEAR = 'conversion-capi, unhashed personal data'

async function run({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Section> {
  const proxies = createProxies()
  await checkProxies(proxies)

  const names = [FORWARDER, OURS, HONO, SDK, CLEAR] as const
  const hashed = JSON.stringify(LEAD)
  const clear = JSON.stringify(UNHASHED_LEAD)
  const measure = (name: (typeof names)[number]): Promise<number> =>
    name === CLEAR
      ? timeEvents(proxies[OURS], clear, seconds)
      : timeEvents(proxies[name], hashed, seconds)
  // Compiles the code.
  await interleave(names, 2, measure)
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
    [OURS]: createOurs(upstream),
    [HONO]: createHonoProxy(upstream),
    [SDK]: toProxy(createSdkSender(upstream)),
  }
}

async function checkProxies(proxies: Record<string, Proxy>): Promise<void> {
  for (const [name, handle] of Object.entries(proxies)) {
    lastBody = undefined
    await checkProxy(name, handle, () => (lastBody === undefined ? [] : [lastBody]))
  }
}

let lastBody: string | undefined

async function fakeFetch(_: unknown, init?: RequestInit): Promise<Response> {
  lastBody = init!.body as string
  return new Response(UPSTREAM_BODY, { headers: { 'Content-Type': 'application/json' } })
}

import { packageVersions } from '../report/measurement.ts'
import type { Part, Section } from '../report/part.ts'
import { markdownTable } from '../report/render.ts'
import { formatNumber, formatSpread, spread, spreadOfRatios } from '../report/spread.ts'
import { measureServers, quantile, VISITORS } from './measure-server.ts'
import { FORWARDER, NODE, SDK, type ServerName, SERVERS } from './servers.ts'

/** The time of one event over loopback HTTP. */
export const http: Part = {
  summary:
    'one event over HTTP, with each adapter that Node can run, a bare forwarder, and Meta’s SDK',
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  run,
}

async function run({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Section> {
  const names = Object.keys(SERVERS) as ServerName[]
  const results = await measureServers(names, rounds, seconds)
  const cpu = (name: ServerName) => results[name].map(({ cpuPerEvent }) => cpuPerEvent)
  const perSecond = (name: ServerName) => results[name].map((result) => result.eventsPerSecond)
  const added = (name: ServerName) => results[name].map(({ added }) => quantile(added, 0.5))
  const ratio = (base: ServerName) => spreadOfRatios(cpu(NODE), cpu(base))
  return {
    title: 'Per event, over loopback HTTP',
    effort: `${rounds} rounds of ${seconds} s, ${VISITORS} visitors at the same time`,
    versions: packageVersions(['autocannon', 'srvx', SDK]),
    blocks: [
      markdownTable(
        ['Server', 'µs of CPU per event', '× bare forwarder', 'added ms (p50)', 'events per s'],
        names.map((name) => [
          name,
          formatSpread(spread(cpu(name))),
          formatSpread(spreadOfRatios(cpu(name), cpu(FORWARDER)), 2),
          formatSpread(spread(added(name)), 1),
          formatNumber(spread(perSecond(name)).median),
        ]),
      ),
    ],
    targets: [
      {
        subject: `Over HTTP, \`${NODE}\` beside the bare forwarder`,
        goal: 'at most 1.25 × (aim: 1.15 ×)',
        measured: `${formatSpread(ratio(FORWARDER), 2)} ×`,
        isMet: ratio(FORWARDER).median <= 1.25,
      },
      {
        subject: `Over HTTP, \`${NODE}\` compared with Meta’s SDK`,
        goal: 'at most 0.65 ×',
        measured: `${formatSpread(ratio(SDK), 2)} ×`,
        isMet: ratio(SDK).median <= 0.65,
      },
    ],
  }
}

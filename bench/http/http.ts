import { interleave } from '../lib/interleave.ts'
import { markdownTable } from '../report/render.ts'
import { packageVersions } from '../report/measurement.ts'
import type { Part, Section } from '../report/part.ts'
import { formatNumber, formatSpread, spread, spreadOfRatios } from '../report/spread.ts'
import { measureServer, quantile, type ServerResult } from './measure-server.ts'
import { FORWARDER, NODE, SDK, type ServerName } from './servers.ts'
import { withServers } from './with-server.ts'

/** The time of one event over loopback HTTP. */
export const http: Part = {
  summary:
    'one event over HTTP, with each adapter that Node can run, a bare forwarder, and Meta’s SDK',
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  run,
}

const VISITORS = 10

function run({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Section> {
  return withServers(async (servers) => {
    const names = [...servers.keys()]
    const measure = async (name: ServerName): Promise<ServerResult> => {
      const load = { visitors: VISITORS, warmUpSeconds: 0.2, seconds }
      const result = await measureServer(servers.get(name)!, load)
      if (result.failed > 0) throw new Error(`${name} failed for ${result.failed} events.`)
      return result
    }
    return toSection(names, await interleave(names, rounds, measure), { rounds, seconds })
  })
}

function toSection(
  names: ServerName[],
  results: Record<ServerName, ServerResult[]>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Section {
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

import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { packageVersions } from '../lib/results.ts'
import { format, formatSpread, quantile, ratios, spread } from '../lib/rounds.ts'
import { measureServers, type ServerResult, VISITORS } from './measure-server.ts'
import { FORWARDER, NODE, SDK, SERVER_NAMES, type ServerName } from './servers.ts'

/** The time of one event over loopback HTTP. */
export const http: Part = {
  summary:
    'one event over HTTP, with each adapter that Node can run, a bare forwarder, and Meta’s SDK',
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  run,
}

async function run({ rounds, seconds }: Effort): Promise<Section> {
  const results = await measureServers(SERVER_NAMES, rounds, seconds)
  const all = (name: ServerName, pick: (result: ServerResult) => number) => results[name].map(pick)
  const cpu = (name: ServerName) => all(name, ({ cpuPerEvent }) => cpuPerEvent)
  const ratio = (name: ServerName, base: ServerName) => ratios(cpu(name), cpu(base))
  return {
    title: 'Per event, over loopback HTTP',
    effort: `${rounds} rounds of ${seconds} s, ${VISITORS} visitors at the same time`,
    versions: packageVersions(['autocannon', SDK]),
    blocks: [
      table(SERVER_NAMES, {
        Server: (name) => name,
        'µs of CPU per event': (name) => formatSpread(cpu(name)),
        '× bare forwarder': (name) => formatSpread(ratio(name, FORWARDER), 2),
        'added ms (p50)': (name) =>
          formatSpread(
            all(name, ({ added }) => quantile(added, 0.5)),
            1,
          ),
        'events per s': (name) =>
          format(spread(all(name, ({ eventsPerSecond }) => eventsPerSecond)).median),
      }),
    ],
    targets: [
      target(
        `Over HTTP, \`${NODE}\` beside the bare forwarder`,
        'at most 0.80 × (aim: 0.65 ×)',
        ratio(NODE, FORWARDER),
        (median) => median <= 0.8,
      ),
      target(
        `Over HTTP, \`${NODE}\` compared with Meta’s SDK`,
        'at most 0.50 ×',
        ratio(NODE, SDK),
        (median) => median <= 0.5,
      ),
    ],
  }
}

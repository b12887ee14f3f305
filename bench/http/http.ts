import {
  format,
  formatSpread,
  interleave,
  type Part,
  ratios,
  spread,
  table,
  target,
} from '../lib/part.ts'
import { measureServer, VISITORS, withServers } from './measure-server.ts'
import { FORWARDER, NODE, NODE_WITH_QUEUE, SERVER_NAMES, type ServerName } from './servers.ts'

export const http: Part = {
  title: 'Per event, over loopback HTTP',
  summary: 'one event over HTTP, with each adapter that Node can run, and a bare forwarder',
  peers: ['autocannon'],
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  async run({ rounds, seconds }) {
    const results = await withServers((servers) =>
      interleave(SERVER_NAMES, rounds, (name) => measureServer(servers.get(name)!, seconds)),
    )
    const p50 = (name: ServerName) => results[name].map(({ added }) => spread(added).median)
    const perSecond = (name: ServerName) =>
      results[name].map(({ eventsPerSecond }) => eventsPerSecond)
    const cpu = (name: ServerName) => results[name].map(({ cpuPerEvent }) => cpuPerEvent)
    const ratio = (name: ServerName, base: ServerName) => ratios(cpu(name), cpu(base))
    const withQueue = ratio(NODE_WITH_QUEUE, NODE)
    return {
      effort: `${rounds} rounds of ${seconds} s, ${VISITORS} visitors at the same time`,
      blocks: [
        table(SERVER_NAMES, {
          Server: (name) => name,
          'µs of CPU per event': (name) => formatSpread(cpu(name)),
          '× bare forwarder': (name) => formatSpread(ratio(name, FORWARDER), 2),
          'added ms (p50)': (name) => formatSpread(p50(name), 1),
          'events per s': (name) => format(spread(perSecond(name)).median),
        }),
      ],
      targets: [
        target(`\`${NODE}\`, compared with the forwarder`, ratio(NODE, FORWARDER), 'at most', 0.6),
        target('A request with a queue, compared with none', withQueue, 'at most', 1.05),
      ],
    }
  },
}

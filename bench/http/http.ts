import {
  format,
  formatSpread,
  type Part,
  quantile,
  ratios,
  spread,
  table,
  target,
} from '../lib/part.ts'
import { measureServers, type ServerResult, VISITORS } from './measure-server.ts'
import { FORWARDER, NODE, NODE_WITH_QUEUE, SDK, SERVER_NAMES, type ServerName } from './servers.ts'

const EFFORT = { full: { rounds: 9, seconds: 2 }, quick: { rounds: 3, seconds: 0.5 } }

export const http: Part = {
  title: 'Per event, over loopback HTTP',
  summary:
    'one event over HTTP, with each adapter that Node can run, a bare forwarder, and Meta’s SDK',
  peers: ['autocannon', SDK],
  ...EFFORT,
  async run({ rounds, seconds }) {
    const results = await measureServers(SERVER_NAMES, rounds, seconds)
    const all = (name: ServerName, pick: (result: ServerResult) => number) =>
      results[name].map(pick)
    const p50 = (name: ServerName) => all(name, ({ added }) => quantile(added, 0.5))
    const perSecond = (name: ServerName) => all(name, ({ eventsPerSecond }) => eventsPerSecond)
    const cpu = (name: ServerName) => all(name, ({ cpuPerEvent }) => cpuPerEvent)
    const ratio = (name: ServerName, base: ServerName) => ratios(cpu(name), cpu(base))
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
        target(`\`${NODE}\`, compared with the forwarder`, ratio(NODE, FORWARDER), 'at most', 0.8),
        target(`\`${NODE}\`, compared with Meta’s SDK`, ratio(NODE, SDK), 'at most', 0.5),
      ],
    }
  },
}

export const queue: Part = {
  title: 'The queue in a file',
  summary: 'the Node adapter with and without its queue',
  peers: [],
  ...EFFORT,
  async run({ rounds, seconds }) {
    const names = [NODE, NODE_WITH_QUEUE] as const
    const results = await measureServers([...names], rounds, seconds)
    const cpu = (name: (typeof names)[number]) =>
      results[name].map(({ cpuPerEvent }) => cpuPerEvent)
    const ratio = ratios(cpu(NODE_WITH_QUEUE), cpu(NODE))
    return {
      effort: `${rounds} rounds of ${seconds} s`,
      blocks: [
        table(names, {
          Server: (name) => name,
          'µs of CPU per event that Meta accepts': (name) => formatSpread(cpu(name)),
        }),
      ],
      targets: [target('A request with a queue, compared with none', ratio, 'at most', 1.05)],
    }
  },
}

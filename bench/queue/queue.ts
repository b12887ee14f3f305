import { measureServers } from '../http/measure-server.ts'
import { NODE, NODE_WITH_QUEUE } from '../http/servers.ts'
import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { formatSpread, ratios } from '../lib/rounds.ts'

export const queue: Part = {
  summary: 'the Node adapter with and without its queue',
  full: { rounds: 9, seconds: 2 },
  quick: { rounds: 3, seconds: 0.5 },
  run,
}

async function run({ rounds, seconds }: Effort): Promise<Section> {
  const names = [NODE, NODE_WITH_QUEUE] as const
  const results = await measureServers([...names], rounds, seconds)
  const cpu = (name: (typeof names)[number]) => results[name].map(({ cpuPerEvent }) => cpuPerEvent)
  return {
    title: 'The queue in a file',
    effort: `${rounds} rounds of ${seconds} s`,
    versions: [],
    blocks: [
      table(names, {
        Server: (name) => name,
        'µs of CPU per event that Meta accepts': (name) => formatSpread(cpu(name)),
      }),
    ],
    targets: [
      target(
        'A request with a queue, compared with one without',
        'not measurable (0.95–1.05 ×)',
        ratios(cpu(NODE_WITH_QUEUE), cpu(NODE)),
        (median) => median <= 1.05,
      ),
    ],
  }
}

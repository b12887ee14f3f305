import { resolve } from 'node:path'

import { readEnvironment } from '../environment/read-environment.ts'
import { showProgress } from '../terminal/terminal.ts'
import { renderText } from '../report/render-text.ts'
import { runReport } from '../report/run-report.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'

export const report = createCommand({
  args: {
    'env-file': COMMON_ARGS['env-file'],
    logs: {
      type: 'string',
      description:
        'The log files of the hosts with the lines of logOutcome, separated by commas. Meta counts copies of its own as server events; these are yours.',
    },
    queue: { type: 'string', description: 'The file of the queue of the Node server.' },
    sent: { type: 'string', description: 'The file sent-events.sqlite of send.' },
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    const env = await readEnvironment(streams, args['env-file'])
    const toPath = (path: string): string => resolve(streams.cwd(), path)
    const own = {
      logs: (args.logs ?? '').split(',').filter(Boolean).map(toPath),
      queue: args.queue && toPath(args.queue),
      sent: args.sent && toPath(args.sent),
    }
    const read = await showProgress('Reading from Meta', runReport({ env, own }), streams)
    const { pixels, unread, findings } = read
    const summary = [...unread, ...pixels.map(renderText)].join('\n\n')
    return { findings, isSummaryFirst: true, summary, data: { pixels, unread } }
  },
})

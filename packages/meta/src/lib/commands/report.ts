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
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    const env = await readEnvironment(streams, args['env-file'])
    const paths = (args.logs ?? '').split(',').filter(Boolean)
    const logs = paths.map((path) => resolve(streams.cwd(), path))
    const read = await showProgress('Reading from Meta', runReport({ env, logs }), streams)
    const { pixels, unread, findings } = read
    const summary = [...unread, ...pixels.map(renderText)].join('\n\n')
    return { findings, isSummaryFirst: true, summary, data: { pixels, unread } }
  },
})

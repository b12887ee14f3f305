import { resolve } from 'node:path'

import { readEnvironment } from '../environment/read-environment.ts'
import { showProgress } from '../terminal/terminal.ts'
import {
  checkExpectations,
  parseExpectations,
  unknownExpectations,
} from '../report/expectations.ts'
import { renderText } from '../report/render-text.ts'
import { runReport } from '../report/run-report.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'

export const report = createCommand({
  args: {
    'env-file': COMMON_ARGS['env-file'],
    expect: {
      type: 'string',
      description:
        'What must have arrived, such as "Lead>=1 in 2 days". If it has not, the exit code is 1.',
    },
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
    const expectations = args.expect === undefined ? [] : parseExpectations(args.expect)
    const env = await readEnvironment(streams, args['env-file'])
    const toPath = (path: string): string => resolve(streams.cwd(), path)
    const own = {
      logs: (args.logs ?? '').split(',').filter(Boolean).map(toPath),
      queue: args.queue && toPath(args.queue),
      sent: args.sent && toPath(args.sent),
    }
    const read = await showProgress('Reading from Meta', runReport({ env, own }), streams)
    const { pixels, unread } = read
    const findings = [
      ...pixels.flatMap((pixel) => checkExpectations(expectations, pixel)),
      ...unread.flatMap(() => unknownExpectations(expectations)),
      ...read.findings,
    ]
    const summary = [...unread, ...pixels.map(renderText)].join('\n\n')
    return { findings, isSummaryFirst: true, summary, data: { pixels, unread } }
  },
})

import { resolve } from 'node:path'

import { readEnvironment } from '../environment/read-environment.ts'
import { describeFinding } from '../terminal/command-result.ts'
import { findHtmlFile, writeHtmlFile } from '../terminal/html-page.ts'
import { withInterrupts } from '../terminal/with-interrupts.ts'
import { showProgress } from '../terminal/terminal.ts'
import {
  checkExpectations,
  parseExpectations,
  unknownExpectations,
} from '../report/expectations.ts'
import { renderHtml } from '../report/render-html.ts'
import { renderText } from '../report/render-text.ts'
import { runReport } from '../report/run-report.ts'
import { waitForEvents } from '../report/wait-for-events.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'

export const report = createCommand({
  args: {
    'env-file': COMMON_ARGS['env-file'],
    expect: {
      type: 'string',
      description:
        'What must have arrived, such as "Lead>=1 in 2 days". If it has not, the exit code is 1.',
    },
    wait: {
      type: 'boolean',
      description:
        'First wait for a new event from browsers and one from the server, at most 30 minutes.',
    },
    html: {
      type: 'string',
      description: 'Also write the report as a page, such as report.html. Replaces only a report.',
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
    const file = await findHtmlFile(streams, args.html, 'report')
    const expectations = args.expect === undefined ? [] : parseExpectations(args.expect)
    const env = await readEnvironment(streams, args['env-file'])
    const toPath = (path: string): string => resolve(streams.cwd(), path)
    const own = {
      logs: (args.logs ?? '').split(',').filter(Boolean).map(toPath),
      queue: args.queue && toPath(args.queue),
      sent: args.sent && toPath(args.sent),
    }
    if (args.wait) {
      streams.stderr.write(
        'Waiting for a new event from browsers and one from the server. Open your site.\n',
      )
    }
    const waited = args.wait
      ? await withInterrupts(
          (signal) =>
            waitForEvents({
              read: () => runReport({ env }),
              onArrival: ({ message }) => streams.stderr.write(`${message}\n`),
              signal,
            }),
          () => streams.stderr.write('Ending with what has arrived.\n'),
        )
      : []
    const read = await showProgress('Reading from Meta', runReport({ env, own }), streams)
    const { pixels, unread } = read
    const findings = [
      ...waited,
      ...pixels.flatMap((pixel) => checkExpectations(expectations, pixel)),
      ...unread.flatMap(() => unknownExpectations(expectations)),
      ...read.findings,
    ]
    const lines = [...unread, ...pixels.map(renderText)]
    if (file !== undefined && pixels.length > 0) {
      await writeHtmlFile(file, renderHtml(pixels, findings.map(describeFinding)))
      lines.push(`The page is in ${file}.`)
    }
    if (file !== undefined && pixels.length === 0)
      lines.push(`Nothing was read, so ${file} was not written.`)
    return { findings, isSummaryFirst: true, summary: lines.join('\n\n'), data: { pixels, unread } }
  },
})

import { resolve } from 'node:path'

import { readEnvironment } from '../environment/read-environment.ts'
import { UsageError } from '../terminal/errors.ts'
import { showProgress } from '../terminal/terminal.ts'
import { reconcile as runReconcile } from '../reconcile/reconcile.ts'
import { renderText } from '../reconcile/render.ts'
import { findConfig } from '../environment/check-environment.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'
import { LIST_ARGS, prepareList } from './list-args.ts'

export const reconcile = createCommand({
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'The list: a CSV file (.csv) or a JSON Lines file (.jsonl), as for send.',
    },
    logs: {
      type: 'string',
      description: 'The log files of the hosts with the lines of logOutcome, separated by commas.',
    },
    queue: { type: 'string', description: 'The file of the queue of the Node server.' },
    unsent: {
      type: 'string',
      description: 'A new file (.jsonl) for send, with the declined events that can still be sent.',
    },
    ...LIST_ARGS,
    'env-file': COMMON_ARGS['env-file'],
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    const toPath = (path: string): string => resolve(streams.cwd(), path)
    const { file, unsent, queue } = args
    if (file === undefined) {
      throw new UsageError('reconcile needs a list. Write reconcile payments.csv --logs=host.log.')
    }
    const env = await readEnvironment(streams, args['env-file'])
    const config = findConfig(env, args.school)
    const list = await prepareList(file, args, streams)
    const result = await showProgress(
      'Comparing',
      runReconcile({
        ...list,
        config,
        logs: (args.logs ?? '').split(',').filter(Boolean).map(toPath),
        queue: queue && toPath(queue),
        unsent: unsent && toPath(unsent),
      }),
      streams,
    )
    const notes = [...result.notes]
    if (!result.hasAccepted) {
      notes.push(
        'Nothing shows an accepted event. Log each event with logOutcome({ everyEvent: true }).',
      )
    }
    if (unsent !== undefined) notes.push(`${unsent} contains ${result.written} events for send.`)
    return { findings: [], summary: renderText(result, notes), data: result }
  },
})

import type { Finding } from '@conversion-capi/core/diagnostics'

import { readEnvironment } from '../environment/read-environment.ts'
import { UsageError } from '../terminal/errors.ts'
import { formatFinding } from '../terminal/command-result.ts'
import { withInterrupts } from '../terminal/with-interrupts.ts'
import { hasColors, showProgress } from '../terminal/terminal.ts'
import { findConfig } from '../environment/check-environment.ts'
import { runDry } from '../send/run-dry.ts'
import { runSend } from '../send/run-send.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'
import { LIST_ARGS, prepareList } from './list-args.ts'

export const send = createCommand({
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'A JSON Lines file (.jsonl) or a CSV file (.csv) with one event per line.',
    },
    'dry-run': { type: 'boolean', description: 'Send nothing. Print what Meta would decline.' },
    ...LIST_ARGS,
    'env-file': COMMON_ARGS['env-file'],
    'max-wait-minutes': {
      type: 'string',
      default: '30',
      description: 'How long to wait while Meta throttles or is unavailable.',
    },
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    const { file, school, json = false } = args
    if (file === undefined) throw new UsageError('send needs a file. Write send events.jsonl.')
    const env = await readEnvironment(streams, args['env-file'])
    const maxWaitMs = readMinutes(args['max-wait-minutes']) * 60_000
    // Before the questions, which would be in vain.
    if (!args['dry-run']) findConfig(env, school)
    const list = { ...(await prepareList(file, args, streams)), env, school }
    if (args['dry-run']) return showProgress('Reading the events', runDry(list), streams)
    const notices: Finding[] = []
    const showState = streams.stderr.replaceLine ?? (() => {})
    try {
      const report = await withInterrupts(
        (signal) => runSend({ ...list, maxWaitMs, signal, onProgress: showState, onNotice }),
        () => {
          showState('')
          streams.stderr.write('Ending after the current request.\n')
        },
      )
      return { ...report, findings: [...notices, ...report.findings] }
    } finally {
      showState('')
    }

    /** Printed immediately as text, because the run can take hours. */
    function onNotice(notice: Finding): void {
      if (json) return void notices.push(notice)
      showState('')
      streams.stdout.write(`${formatFinding(notice, hasColors(streams.stdout, env))}\n`)
    }
  },
})

function readMinutes(text: string): number {
  const minutes = /^\d+$/.test(text) ? Number(text) : NaN
  if (minutes <= 1440) return minutes
  throw new UsageError('--max-wait-minutes must be an integer from 0 to 1440.')
}

import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/core/diagnostics'

import { readEnvironment } from '../environment/read-environment.ts'
import { UsageError } from '../terminal/errors.ts'
import { formatFinding } from '../terminal/command-result.ts'
import { canAsk, PROMPTS } from '../terminal/prompts.ts'
import { withInterrupts } from '../terminal/with-interrupts.ts'
import { hasColors, showProgress } from '../terminal/terminal.ts'
import { findConfig } from '../send/find-config.ts'
import { prepareMapping } from '../list/prepare-mapping.ts'
import { runDry } from '../send/run-dry.ts'
import { runSend } from '../send/run-send.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'
import { LIST_ARGS } from './list-args.ts'

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
    const path = resolve(streams.cwd(), file)
    const env = await readEnvironment(streams, args['env-file'])
    const maxWaitMs = readMinutes(args['max-wait-minutes']) * 60_000
    // Before the questions, which would be in vain.
    if (!args['dry-run']) findConfig(env, school)
    const { zone, encoding } = args
    const mappingFile = args.mapping && resolve(streams.cwd(), args.mapping)
    const prompts = canAsk(streams) && !json ? PROMPTS : undefined
    const mapping = await prepareMapping(path, { mapping: mappingFile, zone, encoding }, prompts)
    if (args['dry-run']) {
      return showProgress(
        'Reading the events',
        runDry({ file: path, mapping, env, school }),
        streams,
      )
    }
    const notices: Finding[] = []
    const showState = streams.stderr.replaceLine ?? (() => {})
    try {
      const report = await withInterrupts(
        (signal) =>
          runSend({
            file: path,
            mapping,
            env,
            school,
            maxWaitMs,
            signal,
            onProgress: showState,
            onNotice,
          }),
        () => {
          showState('')
          streams.stderr.write('Ending after the current request.\n')
        },
      )
      return { ...report, findings: [...notices, ...report.findings] }
    } finally {
      showState('')
    }

    /** In words at once, because the run can take hours. */
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

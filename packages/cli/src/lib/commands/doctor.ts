import { defineCommand } from 'citty'

import { runDoctor } from '../doctor/run-doctor.ts'
import { readEnvironment } from '../environment/read-environment.ts'
import { type CommandResult, countFindings } from '../output/command-result.ts'
import { type Streams, showProgress } from '../output/terminal.ts'
import { COMMON_ARGS } from './common-args.ts'

/** `conversion-capi doctor`. */
export const doctor = defineCommand({
  meta: {
    name: 'doctor',
    description:
      'Check the environment variables where they are set, and read the pixel from Meta. Sends no event.',
  },
  args: {
    'env-file': COMMON_ARGS['env-file'],
    json: COMMON_ARGS.json,
  },
  async run({ args, data }): Promise<CommandResult> {
    const streams = data as Streams
    const env = await readEnvironment(streams, args['env-file'])
    const findings = await showProgress('Reading the pixel', runDoctor({ env }), streams)
    return { findings, summary: countFindings(findings) }
  },
})

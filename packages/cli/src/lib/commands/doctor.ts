import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { runDoctor } from '../doctor/run-doctor.ts'
import { readEnvironment } from '../environment/read-environment.ts'
import { countFindings } from '../output/command-result.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { showProgress } from '../output/terminal.ts'
import { COMMON_ARGS, createCommand } from './command.ts'

export const doctor = createCommand({
  name: 'doctor',
  description:
    'Check the environment variables where they are set, and read the pixel from Meta. Sends no event.',
  args: { 'env-file': COMMON_ARGS['env-file'], json: COMMON_ARGS.json },
  async run(args, streams) {
    const env = await readEnvironment(streams, args['env-file'])
    const dir = streams.cwd()
    const isProject = existsSync(join(dir, CONFIG_FILE))
    const findings = await showProgress(
      'Reading the pixel',
      runDoctor({ env, ...(isProject && { dir }) }),
      streams,
    )
    return { findings, summary: countFindings(findings) }
  },
})

import { type DoctorOptions, runDoctor } from '../doctor/run-doctor.ts'
import { readEnvironment } from '../environment/read-environment.ts'
import { type Command, COMMON_ARGS, createCommand } from '../terminal/command.ts'
import { countFindings } from '../terminal/command-result.ts'
import { showProgress } from '../terminal/terminal.ts'

/** Returns the reader of the site in a folder. */
export type FindSite = (dir: string) => DoctorOptions['readSite']

export function createDoctor(findSite?: FindSite): Command {
  return createCommand({
    args: { 'env-file': COMMON_ARGS['env-file'], json: COMMON_ARGS.json },
    async run(args, streams) {
      const env = await readEnvironment(streams, args['env-file'])
      const readSite = findSite?.(streams.cwd())
      const findings = await showProgress(
        'Reading the pixel',
        runDoctor({ env, readSite }),
        streams,
      )
      return { findings, summary: countFindings(findings) }
    },
  })
}

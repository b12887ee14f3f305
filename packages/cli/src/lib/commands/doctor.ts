import { basename, dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'

import { defineCommand } from 'citty'

import { runDoctor } from '../doctor/run-doctor.ts'
import { readText } from '../project/read-text.ts'
import { CommandError } from '../report/errors.ts'
import { type Report, countFindings } from '../report/report.ts'
import { type Streams, showProgress } from '../report/terminal.ts'

/** `conversion-capi doctor`. */
export const doctor = defineCommand({
  meta: {
    name: 'doctor',
    description:
      'Check the environment variables where they are set, and read the pixel from Meta. Sends no event.',
  },
  args: {
    'env-file': {
      type: 'string',
      description: 'A file with variables, such as .env. Those of the shell take precedence.',
    },
    json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
  },
  async run({ args, data }): Promise<Report> {
    const streams = data as Streams
    const file = args['env-file']
    const variables = file === undefined ? {} : await readEnvFile(resolve(streams.cwd(), file))
    const findings = await showProgress(
      'Reading the pixel',
      runDoctor({ env: { ...variables, ...streams.env } }),
      streams,
    )
    return { findings, summary: countFindings(findings) }
  },
})

/** @throws {CommandError} If the file does not exist or cannot be read. */
async function readEnvFile(file: string): Promise<Record<string, string | undefined>> {
  const text = await readText(dirname(file), basename(file))
  if (text !== undefined) return parseEnv(text)
  throw new CommandError(`The file ${file} does not exist. Pass the file with your variables.`)
}

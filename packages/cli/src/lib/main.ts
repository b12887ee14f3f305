import { runCommandLine, type Streams } from '@conversion-capi/meta/terminal'

import manifest from '../../package.json' with { type: 'json' }
import { COMMANDS } from './commands/commands.ts'

/**
 * Runs a command and prints its result. Never rejects.
 *
 * @param argv The arguments: `['build', '--json']`.
 * @param streams Where to read and write.
 * @returns The exit code: 0, 1 for an error, 2 for a wrong command or flag.
 */
export function main(argv: string[], streams: Streams): Promise<number> {
  const { name, version, description } = manifest
  return runCommandLine({ name, version, description, commands: COMMANDS }, argv, streams)
}

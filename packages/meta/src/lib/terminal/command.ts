import type { ArgsDef, CommandContext, ParsedArgs } from 'citty'

import type { CommandResult } from './command-result.ts'
import type { Streams } from './terminal.ts'

/** A command of the command line. */
export interface Command {
  args: ArgsDef
  run: (context: CommandContext<ArgsDef>) => Promise<CommandResult>
}

/** A command that is imported when it runs. */
export interface CommandEntry {
  description: string
  load: () => Promise<Command>
}

/** Creates a command. `runCommandLine` passes it the streams as `data` of its context. */
export function createCommand<const Args extends ArgsDef>({
  args,
  run,
}: {
  args: Args
  run: (args: ParsedArgs<Args>, streams: Streams) => Promise<CommandResult>
}): Command {
  return { args, run: (context) => run(context.args as ParsedArgs<Args>, context.data) }
}

export const COMMON_ARGS = {
  dir: {
    type: 'positional',
    required: false,
    default: '.',
    description: 'The folder with school.config.ts.',
  },
  'env-file': {
    type: 'string',
    description: 'A file with variables, such as .env. Those of the shell take precedence.',
  },
  json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
  all: { type: 'boolean', description: 'Print each finding on a line.' },
  strict: { type: 'boolean', description: 'Exit with 1 if there is a warning.' },
} as const

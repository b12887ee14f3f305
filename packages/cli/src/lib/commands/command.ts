import type { ArgsDef, CommandDef, ParsedArgs } from 'citty'

import type { CommandResult } from '../output/command-result.ts'
import type { Streams } from '../output/terminal.ts'

/** Creates a command. `main` passes it the streams as `data` of its context. */
export function createCommand<const Args extends ArgsDef>({
  name,
  description,
  args,
  run,
}: {
  name: string
  description: string
  args: Args
  run: (args: ParsedArgs<Args>, streams: Streams) => Promise<CommandResult>
}): CommandDef<Args> {
  return { meta: { name, description }, args, run: (context) => run(context.args, context.data) }
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
  strict: { type: 'boolean', description: 'Exit with 1 if there is a warning.' },
} as const

export const LIST_ARGS = {
  mapping: {
    type: 'string',
    description:
      'The file that maps the columns to fields. Default for events.csv: events.mapping.json next to it.',
  },
  zone: {
    type: 'string',
    description: 'The time zone of times without an offset, such as Europe/Moscow.',
  },
  encoding: {
    type: 'string',
    description: 'The encoding of a file that is not UTF-8, such as windows-1251.',
  },
  school: {
    type: 'string',
    description: 'The school in META_SCHOOLS that the events belong to.',
  },
} as const

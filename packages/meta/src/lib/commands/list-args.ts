import { resolve } from 'node:path'

import type { ParsedArgs } from 'citty'

import type { Mapping } from '../list/mapping.ts'
import { prepareMapping } from '../list/prepare-mapping.ts'
import { canAsk, PROMPTS } from '../terminal/prompts.ts'
import type { Streams } from '../terminal/terminal.ts'

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

export async function prepareList(
  file: string,
  args: ParsedArgs<typeof LIST_ARGS> & { json?: boolean | undefined },
  streams: Streams,
): Promise<{ file: string; mapping: Mapping }> {
  const { mapping, zone, encoding, json = false } = args
  const path = resolve(streams.cwd(), file)
  const flags = { mapping: mapping && resolve(streams.cwd(), mapping), zone, encoding }
  const prompts = canAsk(streams) && !json ? PROMPTS : undefined
  return { file: path, mapping: await prepareMapping(path, flags, prompts) }
}

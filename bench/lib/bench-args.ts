import { parseArgs } from 'node:util'

import { events } from '../events/events.ts'
import { cold } from '../functions/cold.ts'
import { growth } from '../growth/growth.ts'
import { http } from '../http/http.ts'
import { queue } from '../queue/queue.ts'
import type { Effort, Part } from '../report/part.ts'
import { site } from '../site/site.ts'
import { bytes } from '../tracker/bytes.ts'
import { tracker } from '../tracker/tracker.ts'

/** The parts of the bench in the order in which they run. */
export const PARTS = { events, http, growth, queue, site, cold, tracker, bytes } satisfies Record<
  string,
  Part
>

type PartName = keyof typeof PARTS

/** What to measure. */
export interface BenchArgs {
  parts: { name: PartName; effort: Required<Effort> }[]
  write: boolean
}

/**
 * Parses the command line of `pnpm bench`.
 *
 * @throws {Error} If a part or an option is unknown. The message names it and lists what exists.
 */
export function parseBenchArgs(args: string[]): BenchArgs {
  const { positionals, values } = parseOptions(args)
  const names = Object.keys(PARTS) as PartName[]
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown) throw new Error(`Part "${unknown}" is unknown. The parts are ${names.join(', ')}.`)

  const selected = names.filter((name) => positionals.length === 0 || positionals.includes(name))
  return {
    parts: selected.map((name) => {
      const { full, quick } = PARTS[name] as Part
      return { name, effort: { ...NO_EFFORT, ...(values.quick ? quick : full) } }
    }),
    write: values.write ?? false,
  }
}

/** For parts that do not use a key. */
const NO_EFFORT: Required<Effort> = { rounds: 0, seconds: 0 }

function parseOptions(args: string[]) {
  const options = { quick: { type: 'boolean' }, write: { type: 'boolean' } } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${(error as Error).message} The options are --quick, --write.`, {
      cause: error,
    })
  }
}

import { parseArgs } from 'node:util'

import type { Effort, Part } from '../report/part.ts'
import { isPartName, type PartName, PARTS } from './parts.ts'

/** What to measure. */
export interface BenchArgs {
  parts: { name: PartName; effort: Required<Effort> }[]
  write: boolean
}

/**
 * Parses the command line of `pnpm bench`.
 *
 * @throws {Error} If a part or an option is unknown, or if an option is malformed or not used by any of the parts. The
 *   message names it and lists what exists.
 */
export function parseBenchArgs(args: string[]): BenchArgs {
  const { positionals, values } = parseOptions(args)
  const names = Object.keys(PARTS) as PartName[]
  const unknown = positionals.find((name) => !isPartName(name))
  if (unknown) throw new Error(`Part "${unknown}" is unknown. The parts are ${names.join(', ')}.`)

  const selected = names.filter((name) => positionals.length === 0 || positionals.includes(name))
  const effort = {
    ...parseNumber('rounds', values.rounds, Number.isInteger, 'an integer'),
    ...parseNumber('seconds', values.seconds, Number.isFinite, 'a number'),
  }
  for (const key of Object.keys(effort) as (keyof Effort)[]) {
    if (selected.some((name) => (PARTS[name] as Part).full[key] !== undefined)) continue
    throw new Error(`--${key} has no effect on ${selected.join(', ')}.`)
  }
  return {
    parts: selected.map((name) => {
      const { full, quick } = PARTS[name] as Part
      return { name, effort: { ...NO_EFFORT, ...(values.quick ? quick : full), ...effort } }
    }),
    write: values.write ?? false,
  }
}

/** For parts that do not use a key. */
const NO_EFFORT: Required<Effort> = { rounds: 0, seconds: 0 }

function parseOptions(args: string[]) {
  const options = {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    write: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new Error(`${(error as Error).message} The options are ${known.join(', ')}.`, {
      cause: error,
    })
  }
}

function parseNumber(
  key: keyof Effort,
  text: string | undefined,
  isValid: (number: number) => boolean,
  expected: string,
): Effort {
  if (text === undefined) return {}
  const number = Number(text)
  if (isValid(number) && number > 0) return { [key]: number }
  throw new Error(`--${key} must be ${expected} greater than 0, got "${text}".`)
}

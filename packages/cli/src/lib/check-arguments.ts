import type { ArgsDef } from 'citty'

import { didYouMean } from './output/did-you-mean.ts'
import { UsageError } from './output/errors.ts'

/**
 * Checks what citty does not: unknown flags, flags without their value and too many arguments.
 *
 * @param rawArgs The arguments after the command.
 * @param args The definition of the command's arguments.
 * @throws {UsageError} For the first wrong argument.
 */
export function checkArguments(rawArgs: string[], args: ArgsDef): void {
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length
  const flags = new Map(
    Object.entries(args)
      .filter(([, { type }]) => type !== 'positional')
      .flatMap(([name, arg]) =>
        (arg.default === true ? [name, `no-${name}`] : [name]).map((each) => [each, arg] as const),
      ),
  )
  let count = 0
  for (let index = 0; index < rawArgs.length; index += 1) {
    const arg = rawArgs[index]!
    if (!arg.startsWith('-')) {
      count += 1
      if (count > positionals) throw new UsageError(`Unexpected argument "${arg}". Remove it.`)
      continue
    }
    const [flag = '', value] = splitOnce(arg.replace(/^--?/, ''))
    const definition = flags.get(flag)
    if (definition === undefined) {
      const names = [...flags.keys(), 'help'].map((name) => `--${name}`)
      throw new UsageError(
        `Unknown flag "${arg.split('=')[0]}".${didYouMean(`--${flag}`, names) || ` The flags are ${names.join(', ')}.`}`,
      )
    }
    if (definition.type === 'boolean') continue
    if (value === undefined) index += 1
    const given = value ?? rawArgs[index]
    if (given === undefined || given === '' || (value === undefined && given.startsWith('--'))) {
      throw new UsageError(`--${flag} has no value. Write --${flag}=<value>.`)
    }
  }
}

function splitOnce(text: string): [string, string | undefined] {
  const index = text.indexOf('=')
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

import { parseArgs } from 'node:util'

import type { ArgsDef } from 'citty'

import { didYouMean } from './did-you-mean.ts'
import { UsageError } from './errors.ts'

/**
 * Checks what citty does not: unknown flags, flags without their value, and too many arguments. Uses the parser that
 * citty uses, `parseArgs` of Node, whose strict mode suggests no flag.
 */
export function checkArguments(rawArgs: string[], args: ArgsDef): void {
  const options: Record<string, { type: 'boolean' | 'string' }> = {}
  let positionals = 0
  for (const [name, { type, default: value }] of Object.entries(args)) {
    if (type === 'positional') positionals += 1
    else options[name] = { type: type === 'boolean' ? 'boolean' : 'string' }
    if (value === true) options[`no-${name}`] = { type: 'boolean' }
  }
  const given = new Set<string>()
  const { tokens } = parseArgs({ args: rawArgs, options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && positionals-- === 0) {
      throw new UsageError(`Unexpected argument "${token.value}". Remove it.`)
    }
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (option === undefined) {
      const [flag = ''] = rawArgs[token.index]!.split('=')
      const names = [...Object.keys(options), 'help'].map((name) => `--${name}`)
      throw new UsageError(
        `Unknown flag "${flag}".${didYouMean(flag.replace(/^-(?!-)/, '--'), names) || ` The flags are ${names.join(', ')}.`}`,
      )
    }
    if (option.type === 'boolean') {
      if (token.value === undefined) continue
      throw new UsageError(`--${token.name} takes no value. Write --${token.name}, or remove it.`)
    }
    if (!token.value || (!token.inlineValue && token.value.startsWith('--'))) {
      throw new UsageError(`--${token.name} has no value. Write --${token.name}=<value>.`)
    }
    // The last one would win.
    if (given.has(token.name)) {
      throw new UsageError(`--${token.name} occurs twice. Write it once.`)
    }
    given.add(token.name)
  }
}

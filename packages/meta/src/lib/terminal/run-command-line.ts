import { parseArgs, stripVTControlCharacters } from 'node:util'

import type { Finding } from '@conversion-capi/core/diagnostics'
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'

import type { CommandEntry } from './command.ts'
import { type CommandResult, formatFinding, groupFindings } from './command-result.ts'
import { didYouMean } from './did-you-mean.ts'
import { CommandError, UsageError } from './errors.ts'
import { formatCount } from './format-count.ts'
import { hasColors, paint, type Streams, terminalStreams } from './terminal.ts'

export interface CommandLine {
  name: string
  version: string
  description: string
  commands: Record<string, CommandEntry>
}

const MAX_LINES = 14

/**
 * Runs a command and prints its result. Never rejects.
 *
 * @param argv The arguments: `['build', '--json']`.
 * @param given Where to read and write. A command gets them as `data` of its context.
 * @returns The exit code: 0, 1 for an error, 2 for a wrong command or flag.
 */
export async function runCommandLine(
  commandLine: CommandLine,
  argv: string[],
  given: Streams,
): Promise<number> {
  const { name: program, version, description, commands } = commandLine
  const streams = terminalStreams(given)
  const json = argv.includes('--json')
  let canShorten = false
  try {
    const [name, ...rawArgs] = argv
    if (name === '--version' || name === '-v') return print(version)
    if (name === undefined || name === '--help' || name === '-h') return print(await usage(root()))
    const entry = findCommand(name)
    const command = { meta: { name, description: entry.description }, ...(await entry.load()) }
    if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
      return print(await usage(command, root()))
    }
    canShorten = command.args['all'] !== undefined
    checkArguments(rawArgs, command.args)
    const { result } = await runCommand(command, { rawArgs, data: streams })
    return printResult(result as CommandResult)
  } catch (error) {
    return printError(error)
  }

  function root(): CommandDef {
    const subCommands = Object.entries(commands).map(([each, entry]) => [
      each,
      { meta: { description: entry.description } },
    ])
    return {
      meta: { name: program, version, description },
      subCommands: Object.fromEntries(subCommands),
    }
  }

  function findCommand(name: string): CommandEntry {
    if (Object.hasOwn(commands, name)) return commands[name]!
    const names = Object.keys(commands)
    throw new UsageError(
      `Unknown command "${name}".${didYouMean(name, names) || ` The commands are ${names.join(', ')}.`}`,
    )
  }

  function print(text: string): number {
    streams.stdout.write(`${text}\n`)
    return 0
  }

  async function usage(command: CommandDef, parent?: CommandDef): Promise<string> {
    const text = await renderUsage(command, parent)
    return hasColors(streams.stdout, streams.env) ? text : stripVTControlCharacters(text)
  }

  function printResult(result: CommandResult): number {
    const { findings, summary, data, isStrict = false, isSummaryFirst = false } = result
    const ok = !findings.some(({ level }) => level === 'error' || (isStrict && level === 'warning'))
    if (json) print(JSON.stringify({ ok, ...data, findings }, null, 2))
    else {
      if (isSummaryFirst && summary !== '') print(summary)
      printFindings(findings, streams.stdout)
      if (!isSummaryFirst && summary !== '') print(summary)
    }
    return ok ? 0 : 1
  }

  function printFindings(findings: Finding[], output: Streams['stdout']): void {
    const colors = hasColors(output, streams.env)
    const lines = argv.includes('--all') ? findings : groupFindings(findings)
    const max = !canShorten || argv.includes('--all') ? Infinity : MAX_LINES
    const shown = lines.slice(0, lines.length > max ? max - 1 : max)
    for (const finding of shown) output.write(`${formatFinding(finding, colors)}\n`)
    const hidden = lines.length - shown.length
    if (hidden > 0) output.write(`… ${formatCount(hidden)} more of other causes: add --all.\n`)
  }

  function printError(error: unknown): number {
    const findings = error instanceof CommandError ? error.findings : []
    const isExpected = error instanceof CommandError || isUsageError(error)
    // An error that no command expects is a bug, and its stack says where.
    const message = isExpected ? error.message : ((error as Error)?.stack ?? String(error))
    if (json) print(JSON.stringify({ ok: false, error: message, findings }, null, 2))
    else {
      streams.stderr.write(
        `${paint('error:', 'red', hasColors(streams.stderr, streams.env))} ${message}\n`,
      )
      printFindings(findings, streams.stderr)
    }
    return isUsageError(error) ? 2 : 1
  }
}

function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && error.name === 'CLIError')
}

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

import { stripVTControlCharacters } from 'node:util'

import type { Finding } from '@conversion-capi/content'
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'

import manifest from '../../package.json' with { type: 'json' }
import { checkArguments } from './check-arguments.ts'
import { COMMANDS } from './commands/commands.ts'
import { CommandError, UsageError } from './output/errors.ts'
import { type CommandResult, formatFinding, groupFindings } from './output/command-result.ts'
import { type Streams, hasColors, paint, terminalStreams } from './output/terminal.ts'
import { didYouMean } from './output/did-you-mean.ts'

/**
 * Runs a command and prints its result. Never rejects.
 *
 * @param argv The arguments: `['build', '--json']`.
 * @param given Where to read and write. A command gets them as `data` of its context.
 * @returns The exit code: 0, 1 for an error, 2 for a wrong command or flag.
 */
export async function main(argv: string[], given: Streams): Promise<number> {
  const streams = terminalStreams(given)
  const json = argv.includes('--json')
  try {
    const [name, ...rawArgs] = argv
    if (name === '--version' || name === '-v') return print(manifest.version)
    if (name === undefined || name === '--help' || name === '-h') return print(await usage(root()))
    const command = await findCommand(name)
    if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
      return print(await usage(command, root()))
    }
    checkArguments(rawArgs, command.args)
    const { result } = await runCommand(command, { rawArgs, data: streams })
    return printResult(result as CommandResult)
  } catch (error) {
    return printError(error)
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
    for (const finding of groupFindings(findings))
      output.write(`${formatFinding(finding, colors)}\n`)
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

function root(): CommandDef {
  const { name, version, description } = manifest
  return { meta: { name, version, description }, subCommands: COMMANDS }
}

async function findCommand(name: string): Promise<CommandDef & { args: ArgsDef }> {
  const names = Object.keys(COMMANDS)
  // The types of the arguments differ, and citty parses them.
  if (names.includes(name)) return COMMANDS[name as keyof typeof COMMANDS]() as never
  throw new UsageError(
    `Unknown command "${name}".${didYouMean(name, names) || ` The commands are ${names.join(', ')}.`}`,
  )
}

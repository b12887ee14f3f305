import type { ArgDef } from 'citty'

import { COMMANDS } from '../../../../packages/cli/src/lib/commands/commands.ts'
import type { CommandEntry } from '../../../../packages/meta/src/lib/terminal/command.ts'

export async function renderCommandLine(): Promise<string> {
  const sections = await Promise.all(Object.entries(COMMANDS).map(renderCommand))
  return [
    '# Command line',
    'Every command of `conversion-capi`, with its arguments, flags and defaults.',
    'The [README](../../packages/cli/README.md) describes what each command does. Its messages are in [Findings](findings.md).',
    'The exit code is 0 on success, 1 for an error, and 2 for a wrong command or flag. An unknown flag is an error that names the one that was probably meant.',
    ...sections,
  ].join('\n\n')
}

async function renderCommand([name, entry]: [string, CommandEntry]): Promise<string> {
  const { args } = await entry.load()
  const all = Object.entries(args)
  const positionals = all.filter(([, { type }]) => type === 'positional')
  const usage = ['npx conversion-capi', name, ...positionals.map(([each]) => `[${each}]`)].join(' ')
  return [
    `## ${name}`,
    entry.description,
    `\`\`\`sh\n${usage}\n\`\`\``,
    all.flatMap(renderArgument).join('\n'),
  ].join('\n\n')
}

function renderArgument([name, definition]: [string, ArgDef]): string[] {
  const { type, description, default: defaultValue } = definition
  if (!description) throw new Error(`The argument ${name} has no description. Write one.`)
  const values = definition.type === 'enum' ? ` One of ${definition.options?.join(', ')}.` : ''
  const suffix = defaultValue === undefined ? '' : ` Default: ${describeDefault(defaultValue)}.`
  const line = `- ${renderName(name, type)}: ${description}${values}${suffix}`
  if (definition.type !== 'boolean' || !definition.negativeDescription) return [line]
  return [line, `- ${renderName(`no-${name}`, type)}: ${definition.negativeDescription}`]
}

function describeDefault(value: unknown): string {
  return value === true ? 'on' : `\`${value}\``
}

function renderName(name: string, type: ArgDef['type']): string {
  if (type === 'positional') return `\`[${name}]\``
  return type === 'boolean' ? `\`--${name}\`` : `\`--${name}=<value>\``
}

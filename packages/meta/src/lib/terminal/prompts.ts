import { CommandError } from './errors.ts'
import { type Streams, toLine } from './terminal.ts'

// Loaded with the first question: most commands ask none.
const loadClack = () => import('@clack/prompts')

export async function askYes(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm } = await loadClack()
  return orCancel(await confirm({ message, initialValue }))
}

/** Asks questions that depend on a file. Tests pass their own. */
export interface Prompts {
  /** @param initial The value that is selected. @default the first one */
  choose: <Value extends string>(
    message: string,
    options: { value: Value; label: string }[],
    initial?: Value,
  ) => Promise<Value>
  /** @param initial The values that are selected. At least one must be. */
  chooseSome: (
    message: string,
    options: { value: string; label: string }[],
    initial: string[],
  ) => Promise<string[]>
  /**
   * @param initial The value of Enter, or an empty string.
   * @param check Returns what to write instead, or `undefined`.
   */
  write: (
    message: string,
    initial: string,
    check: (value: string) => string | undefined,
  ) => Promise<string>
}

export const PROMPTS: Prompts = {
  async choose(message, options, initialValue) {
    const shown = options.map(({ value, label }) => ({
      value: value as string,
      label: toLine(label),
    }))
    const lines = message.split('\n').map(toLine).join('\n')
    const { select } = await loadClack()
    const answer = await orCancel(await select({ message: lines, options: shown, initialValue }))
    return answer as (typeof options)[number]['value']
  },
  async chooseSome(message, options, initialValues) {
    const shown = options.map(({ value, label }) => ({ value, label: toLine(label) }))
    const { multiselect } = await loadClack()
    return orCancel(await multiselect({ message: toLine(message), options: shown, initialValues }))
  },
  async write(message, initial, check) {
    const defaults = initial === '' ? {} : { defaultValue: initial, placeholder: initial }
    const validate = (value = ''): string | undefined => check(value || initial)
    const { text } = await loadClack()
    return orCancel(await text({ message: toLine(message), ...defaults, validate }))
  },
}

export function canAsk({ stdin, stdout, env }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env['CI']
}

export async function orCancel<Value>(answer: Value): Promise<Exclude<Value, symbol>> {
  const { cancel, isCancel } = await loadClack()
  if (!isCancel(answer)) return answer as Exclude<Value, symbol>
  cancel('Canceled.')
  throw new CommandError('Canceled. Nothing was written.')
}

import { CommandError } from './errors.ts'
import { type Streams, toLine } from './terminal.ts'

// Loaded with the first question: most commands ask none.
const loadClack = () => import('@clack/prompts')

export async function askYes(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm } = await loadClack()
  return orCancel(await confirm({ message, initialValue }))
}

/** Asks questions that depend on a file. Tests pass their own. */
export type Prompts = typeof PROMPTS

export const PROMPTS = {
  async choose<Value extends string>(
    message: string,
    options: { value: Value; label: string }[],
    initialValue?: Value,
  ) {
    const shown = options.map(({ value, label }) => ({
      value: value as string,
      label: toLine(label),
    }))
    const lines = message.split('\n').map(toLine).join('\n')
    const { select } = await loadClack()
    return orCancel(
      await select({ message: lines, options: shown, initialValue }),
    ) as Promise<Value>
  },
  /** At least one must be chosen. */
  async chooseSome(
    message: string,
    options: { value: string; label: string }[],
    initialValues: string[],
  ) {
    const shown = options.map(({ value, label }) => ({ value, label: toLine(label) }))
    const { multiselect } = await loadClack()
    return orCancel(await multiselect({ message: toLine(message), options: shown, initialValues }))
  },
  /**
   * @param initial The value of Enter, or an empty string.
   * @param check Returns what to write instead, or `undefined`.
   */
  async write(message: string, initial: string, check: (value: string) => string | undefined) {
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

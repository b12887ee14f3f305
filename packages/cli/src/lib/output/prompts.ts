import { cancel, confirm, isCancel } from '@clack/prompts'

import { CommandError } from './errors.ts'
import type { Streams } from './terminal.ts'

/** Asks a question that is answered with yes or no. */
export async function askYes(message: string, initialValue: boolean): Promise<boolean> {
  return orCancel(await confirm({ message, initialValue }))
}

/** Returns whether the user can be asked. */
export function canAsk({ stdin, stdout, env }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env['CI']
}

/** @throws {CommandError} If the user canceled a prompt. */
export function orCancel<Value>(answer: Value): Exclude<Value, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Value, symbol>
  cancel('Canceled.')
  throw new CommandError('Canceled. Nothing was written.')
}

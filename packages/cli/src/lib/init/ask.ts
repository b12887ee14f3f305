import { cancel, confirm, isCancel, select, text } from '@clack/prompts'

import { HOSTS } from '../project/site-options.ts'
import { CommandError } from '../report/errors.ts'
import type { Streams } from '../report/terminal.ts'
import { type Answers, questionsFor } from './answers.ts'

/**
 * Asks for the answers that were not given as flags.
 *
 * @param given The given answers.
 * @returns The given and the new answers.
 * @throws {CommandError} If the user cancels.
 */
export async function askAnswers(
  given: Partial<Record<keyof Answers, string>>,
): Promise<Partial<Record<keyof Answers, string>>> {
  const answers = { ...given }
  answers.host ??= orCancel(
    await select({
      message: 'Where will the site run?',
      options: HOSTS.map((host) => ({ value: host as string, label: host })),
    }),
  )
  for (const { key, message, placeholder, optional = false, check } of questionsFor(answers.host)) {
    if (answers[key] !== undefined) continue
    const answer = orCancel(
      await text({
        message,
        placeholder: optional ? `${placeholder} (leave empty to skip)` : placeholder,
        ...(key === 'pages' && { initialValue: 'public' }),
        validate: (value = '') => (optional && value === '' ? undefined : check(value)),
      }),
    )
    if (answer !== '') answers[key] = answer
  }
  return answers
}

/** Asks a question that is answered with yes or no. */
export async function askYes(message: string): Promise<boolean> {
  return orCancel(await confirm({ message }))
}

/** Returns whether the user can be asked. */
export function canAsk({ stdin, stdout, env }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env['CI']
}

function orCancel<Value>(answer: Value): Exclude<Value, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Value, symbol>
  cancel('Canceled.')
  throw new CommandError('Canceled. Nothing was written.')
}

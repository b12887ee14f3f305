import { select, text } from '@clack/prompts'
import { askYes, orCancel, toLine } from '@conversion-capi/meta/terminal'

import { UNKNOWN_URL } from '../project/load-project.ts'
import { PLATFORMS } from '../project/site-options.ts'
import { HOST_RECORDS, HOSTS } from '../hosts/hosts.ts'
import { type Form, FORM_PURPOSES } from '../site/find-forms.ts'
import type { FoundAnswer, FoundAnswers } from './answers.ts'
import {
  type GivenAnswers,
  type Question,
  QUESTIONS,
  questionsFor,
  readAnswer,
} from './questions.ts'
import type { ReadPages } from './read-pages.ts'

/**
 * Asks for the answers that were not given as flags. Enter accepts what the project states. Each answer is also written
 * to `said`, which is complete if the user cancels.
 */
export async function askAnswers(
  given: GivenAnswers,
  found: FoundAnswers,
  said: GivenAnswers,
  keys?: Question['key'][],
): Promise<GivenAnswers> {
  const answers = { ...given }
  // The answer about the host decides which questions follow.
  for (let index = 0; index < questionsFor(answers).length; index += 1) {
    const question = questionsFor(answers)[index]!
    const { key, isFlagOnly } = question
    const isLeftOut = (isFlagOnly && !found[key]) || (keys && !keys.includes(key))
    if (answers[key] !== undefined || isLeftOut) continue
    const answer = await (key === 'host'
      ? askHost(question, found[key])
      : askText(question, found[key], answers))
    if (answer !== '') said[key] = answers[key] = answer
    else if (question.isSkippable) answers[key] = UNKNOWN_URL
  }
  return answers
}

export function toFlags(answers: GivenAnswers): string[] {
  return QUESTIONS.flatMap(({ key, flag }) =>
    answers[key] === undefined ? [] : [`--${flag}=${JSON.stringify(toLine(answers[key]))}`],
  )
}

export async function askBuilder(): Promise<string | undefined> {
  const isElsewhere = await orCancel(
    await select({
      message: 'Who serves your pages?',
      options: [
        { value: false, label: 'This project, from HTML files' },
        { value: true, label: `A site builder: ${PLATFORMS.join(', ')} or another` },
      ],
    }),
  )
  if (!isElsewhere) return undefined
  return askText(
    QUESTIONS.find(({ key }) => key === 'builder')!,
    undefined,
  )
}

/**
 * The hashes of a child's contact data must not be sent, so `--yes` leaves these forms out. It keeps leads that one
 * word doubts: a Lead too many is seen, a missing one is not.
 */
export async function askAboutForms({ pages }: Pick<ReadPages, 'pages'>): Promise<void> {
  const forms = pages.flatMap(({ page }) => page.forms)
  const asking = forms.filter(({ purpose }) => purpose === 'student')
  const question = 'Some forms ask only for contact data of students. Are all students adults?'
  if (asking.length > 0 && (await askYes(question, false))) {
    for (const form of asking) Object.assign(form, { purpose: 'lead', students: [] })
  }
  for (const [doubt, purpose] of Object.entries(FORM_PURPOSES)) {
    const isDoubted = (form: Form) => form.purpose === 'lead' && form.doubt === doubt
    const places = pages.flatMap(({ page }) => (page.forms.some(isDoubted) ? page.file : []))
    if (places.length === 0) continue
    const listed = toLine(places.slice(0, 3).join(', ')) + (places.length > 3 ? ', …' : '')
    const isLead = await askYes(
      `Visitors may ${purpose} with forms of ${listed}. Are these forms leads?`,
      true,
    )
    for (const form of forms.filter(isDoubted)) {
      Object.assign(form, { purpose: isLead ? 'lead' : doubt, doubt: undefined })
    }
  }
}

async function askHost(question: Question, found: FoundAnswer | undefined): Promise<string> {
  const options = HOSTS.map((host) => ({
    value: host as string,
    label: `${host}: ${HOST_RECORDS[host].meaning}`,
  }))
  const message = question.message + (found ? ` (from ${found.from})` : '')
  if (found) return orCancel(await select({ message, options, initialValue: found.value }))

  // Nothing speaks for one of them.
  const none = { value: '', label: 'Choose with the arrow keys, then press Enter' }
  let host = ''
  for (let text = message; host === ''; text = `Enter alone chooses no host. ${message}`) {
    host = await orCancel(await select({ message: text, options: [none, ...options] }))
  }
  return host
}

async function askText(
  { key, label, message, optional, isSkippable, check }: Question,
  found: FoundAnswer | undefined,
  given: GivenAnswers = {},
): Promise<string> {
  const answer = await orCancel(
    await text({
      message: found ? `${label}: ${toLine(found.value)} (from ${toLine(found.from)})` : message,
      ...(found && {
        defaultValue: found.value,
        placeholder: 'Press Enter to accept, or type another.',
      }),
      validate: (value = '') => {
        if (value === '' && (optional || isSkippable || found)) return undefined
        return check(readAnswer(key, value), given)
      },
    }),
  )
  return readAnswer(key, answer)
}

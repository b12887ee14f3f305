import { readText } from '@conversion-capi/meta/terminal'

import {
  evaluate,
  NO_VARIABLES,
  isStaticObject,
  type StaticValue,
} from '../site/script/static-value.ts'
import { findExports } from '../project/locate-field.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { ANSWER_FIELDS } from './edits/edit-answers.ts'
import { type Answers, type GivenAnswers, QUESTIONS } from './questions.ts'

export type EarlierConfig = NonNullable<Awaited<ReturnType<typeof readEarlier>>>

/**
 * Reads the answers in `school.config.ts`, from its source, because its packages need not be installed. What is not a
 * literal is left out. Returns `undefined` if there is no such file, or if it has no `host`.
 */
export async function readEarlier(root: string) {
  const source = await readText(root, CONFIG_FILE)
  if (source === undefined) return undefined
  const { school, site } = findExports(source)
  const values = new Map([
    ['school', evaluate(school, NO_VARIABLES)],
    ['site', evaluate(site, NO_VARIABLES)],
  ] as [string, StaticValue][])
  const read = (path: string): string | undefined => {
    let value: StaticValue = { entries: values, isOpen: false }
    for (const key of path.split('.')) {
      value = isStaticObject(value) ? value.entries.get(key) : undefined
    }
    return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined
  }
  const answers: Partial<Record<keyof Answers, string | undefined>> = {}
  for (const { key } of QUESTIONS) answers[key] = read(ANSWER_FIELDS[key])
  const country = read(`${ANSWER_FIELDS.nationalPhone}.countryCode`)
  const trunk = read(`${ANSWER_FIELDS.nationalPhone}.trunkPrefix`)
  answers.nationalPhone = country && (trunk ? `${country}:${trunk}` : country)
  answers.consent ??= 'none'
  answers.program = answers.program === 'true' ? 'yes' : 'no'
  if (answers.builder === undefined && !answers.framework) answers.pages ??= 'public'
  else delete answers.pages
  if (answers.host === undefined) return undefined
  const tracker = read('school.tracker')
  const known = QUESTIONS.flatMap(({ key, check }) => {
    const value = answers[key]
    return value === undefined || check(value) !== undefined ? [] : [[key, value]]
  })
  return {
    answers: Object.fromEntries(known) as GivenAnswers,
    ...(tracker !== undefined && { tracker }),
    isLate: read('site.tracker.pageView') === 'false',
  }
}

import type { Node } from 'acorn'

import { findExports, findProperty } from '../../project/locate-field.ts'
import type { Answers, GivenAnswers } from '../questions.ts'
import { literal, toNationalPhone } from '../render-config.ts'

/** The field of `school.config.ts` with each answer: of its default export, or of `site`. */
export const ANSWER_FIELDS: Record<keyof Answers, string> = {
  builder: 'site.builder.url',
  framework: 'site.framework',
  pages: 'site.pages',
  host: 'site.host',
  name: 'school.name',
  url: 'school.url',
  mainSite: 'school.mainSite',
  language: 'school.language',
  pixelId: 'site.pixelId',
  endpoint: 'school.endpoint',
  platform: 'site.builder.platform',
  consent: 'site.tracker.consent',
  nationalPhone: 'site.tracker.nationalPhone',
  program: 'site.tracker.program',
}

/**
 * Writes changed answers into an existing `school.config.ts`, and keeps all else that it has.
 *
 * @returns `undefined` if a field is not in an object literal.
 */
export function editAnswers(text: string, answers: GivenAnswers): string | undefined {
  for (const [key, answer] of Object.entries(answers) as [keyof Answers, string][]) {
    const edit = editField(text, ANSWER_FIELDS[key].split('.'), toValue(key, answer))
    if (!edit) return undefined
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}

function toValue(key: keyof Answers, answer: string): unknown {
  if (/^(?:builder|url|mainSite)$/.test(key)) return new URL(answer).origin
  if (key === 'nationalPhone') return toNationalPhone(answer)
  if (key === 'program') return answer === 'yes' || undefined
  return key === 'consent' && answer === 'none' ? undefined : answer
}

function editField(
  code: string,
  [name, ...keys]: string[],
  value: unknown,
): (Pick<Node, 'start' | 'end'> & { text: string }) | undefined {
  let object = findExports(code)[name as 'school' | 'site']
  for (const [depth, key] of keys.entries()) {
    if (object?.type !== 'ObjectExpression') return undefined
    const start = object.start + 1
    const indent = /^\n? */.exec(code.slice(start))![0] || ' '
    const property = findProperty(object, key)
    if (!property) {
      const nested = keys
        .slice(depth + 1)
        .reduceRight((inner, outer) => ({ [outer]: inner }), value)
      const text = value === undefined ? '' : `${indent}${key}: ${write(nested, indent)},`
      return { start, end: start, text }
    }
    if (depth === keys.length - 1) {
      const { start, end } = value === undefined ? property : property.value
      const comma = value === undefined ? /^\s*,/.exec(code.slice(end))?.[0].length : 0
      return { start, end: end + (comma ?? 0), text: write(value, indent) }
    }
    object = property.value
  }
  return undefined
}

function write(value: unknown, indent: string): string {
  return value === undefined ? '' : literal(value).replaceAll('\n', indent)
}

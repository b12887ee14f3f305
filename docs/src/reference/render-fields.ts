import type { DeclarationReflection } from 'typedoc'

import { listFields } from './list-fields.ts'
import type { FindLink } from './read-api.ts'
import { renderSummary, renderTags } from './render-comment.ts'

/** Options of {@link renderFields}. */
export interface FieldsOptions {
  /** Returns an extra sentence about a field. */
  extra?: ((field: string) => string | undefined) | undefined
  /** Whether users read the object instead of writing it. */
  isResult?: boolean
}

/**
 * Renders the fields of an object type, each with a heading.
 *
 * @param findLink Finds the pages to link to.
 * @throws {Error} If a field has no description, or an optional field has no default. The message names it.
 */
export function renderFields(
  type: DeclarationReflection,
  findLink: FindLink,
  { extra = () => undefined, isResult = false }: FieldsOptions = {},
): string {
  return listFields(type)
    .map(({ path, type: typeText, reflection }) => {
      const { comment, flags } = reflection
      const name = `${type.name}.${path}`
      const summary = renderSummary(comment ?? findSignatureComment(reflection), findLink)
      if (!summary) throw new Error(`${name} has no description. Write a docstring.`)
      const [defaultValue] = renderTags(comment, '@default', findLink)
      if (flags.isOptional && !defaultValue && isOptions(type)) {
        throw new Error(`${name} has no default. Write "@default off", for example.`)
      }
      return [
        `### \`${path}\``,
        `Type: \`${typeText}\`.${(isResult ? describeResult : describeDefault)(flags.isOptional, defaultValue)}`,
        summary,
        extra(path),
        ...renderTags(comment, '@see', findLink).map((see) => `See ${see}.`),
      ]
        .filter((part) => part !== undefined)
        .join('\n\n')
    })
    .join('\n\n')
}

/** In other objects, such as the description of a school, a missing field has no value. */
function isOptions({ name }: DeclarationReflection): boolean {
  return /Options$|^Config$|Limits$/.test(name)
}

function describeDefault(isOptional: boolean, value: string | undefined): string {
  if (!isOptional) return ' Required.'
  if (value === undefined) return ' Optional.'
  return ` Default: ${asCode(value)}.`
}

function describeResult(isOptional: boolean): string {
  return isOptional ? ' Can be missing.' : ''
}

/** A default is a value or a description, such as `all network interfaces`. */
function asCode(text: string): string {
  const isValue = /^(['"[{].*|[\d_]+|true|false|\w+\.\w+)$/.test(text)
  return isValue ? `\`${text}\`` : text.replace(/\.$/, '')
}

function findSignatureComment({ signatures }: DeclarationReflection) {
  return signatures?.[0]?.comment
}

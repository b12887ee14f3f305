import type { DeclarationReflection } from 'typedoc'

import type { FindLink } from './homes.ts'
import { listFields } from './list-fields.ts'
import { renderSummary, renderTags } from './render-comment.ts'

/**
 * Renders the fields of an object type, each with a heading.
 *
 * @param type An exported type.
 * @param findLink Finds the pages to link to.
 * @param extra Returns a further sentence about a field.
 * @throws {Error} If a field has no description, or an optional field has no default. The message names it.
 */
export function renderFields(
  type: DeclarationReflection,
  findLink: FindLink,
  extra: (field: string) => string | undefined = () => undefined,
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
        `Type: \`${typeText}\`. ${describeDefault(flags.isOptional, defaultValue)}`,
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
  if (!isOptional) return 'Required.'
  if (value === undefined) return 'Optional.'
  return `Default: ${asCode(value)}.`
}

/** A default is a value or a description, such as `all network interfaces`. */
function asCode(text: string): string {
  return /^\S+$/.test(text) && !text.includes('`') ? `\`${text}\`` : text.replace(/\.$/, '')
}

function findSignatureComment({ signatures }: DeclarationReflection) {
  return signatures?.[0]?.comment
}

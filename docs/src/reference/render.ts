import type { Comment, CommentDisplayPart, DeclarationReflection, SomeType } from 'typedoc'

import type { FindLink } from './read-api.ts'

export interface FieldsOptions {
  extra?: ((field: string) => string | undefined) | undefined
  /** Whether users read the object instead of writing it. */
  isResult?: boolean
}

/**
 * Renders the fields of an object type, each with a heading.
 *
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
      const summary = renderSummary(comment ?? reflection.signatures?.[0]?.comment, findLink)
      if (!summary) throw new Error(`${name} has no description. Write a docstring.`)
      const [defaultValue] = renderTags(comment, '@default', findLink)
      if (flags.isOptional && !defaultValue && isOptions(type)) {
        throw new Error(`${name} has no default. Write "@default off", for example.`)
      }
      const result = flags.isOptional ? ' Can be missing.' : ''
      return [
        `### \`${path}\``,
        `Type: \`${typeText}\`.${isResult ? result : describeDefault(flags.isOptional, defaultValue)}`,
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
  return value === undefined ? ' Optional.' : ` Default: ${asCode(value)}.`
}

/** A default is a value or a description, such as `all network interfaces`. */
function asCode(text: string): string {
  const isValue = /^(['"[{].*|[\d_]+|true|false|\w+\.\w+)$/.test(text)
  return isValue ? `\`${text}\`` : text.replace(/\.$/, '')
}

export function renderSection(
  heading: string,
  type: DeclarationReflection,
  findLink: FindLink,
  options?: FieldsOptions,
): string {
  const summary = renderSummary(type.comment, findLink)
  return [`## ${heading}`, summary, renderFields(type, findLink, options)].join('\n\n')
}

export function renderList(descriptions: Record<string, string>): string {
  return Object.entries(descriptions)
    .map(([name, description]) => `- \`${name}\`: ${description}`)
    .join('\n')
}

function renderText(parts: readonly CommentDisplayPart[], findLink: FindLink): string {
  return parts
    .map((part) => (part.kind === 'inline-tag' ? renderLink(part, findLink) : part.text))
    .join('')
    .trim()
}

/** Renders the first sentences of a docstring, those before its tags. */
export function renderSummary(comment: Comment | undefined, findLink: FindLink): string {
  return renderText(comment?.summary ?? [], findLink).replace(VARIABLE, '')
}

/** The docstrings of the configuration end in the name of a variable, which the pages show as a link. */
const VARIABLE = /\s+Environment variable:\s+`\w+`\.$/

export function renderTags(comment: Comment | undefined, tag: `@${string}`, findLink: FindLink) {
  return (comment?.blockTags ?? [])
    .filter((each) => each.tag === tag)
    .map(({ content }) => renderText(content, findLink))
}

function renderLink(
  { text, target }: Extract<CommentDisplayPart, { kind: 'inline-tag' }>,
  findLink: FindLink,
): string {
  if (typeof target === 'string') return `[${text}](${target})`
  const url = target && 'name' in target ? findLink(target) : undefined
  return url ? `[\`${text}\`](${url})` : `\`${text}\``
}

export interface Field {
  /** `timeoutMs`, `contacts.email` or `programs[].prices[].amount`. */
  path: string
  /** `object` or `object[]` if the fields of the object follow. */
  type: string
  reflection: DeclarationReflection
}

/** Returns the fields of an object type and of the objects in it, except the fields of named types. */
export function listFields(type: DeclarationReflection): Field[] {
  const members = type.children ?? (type.type ? membersOf(type.type).members : [])
  return members
    .filter((member) => !isInherited(member))
    .flatMap((member) => withNested(member, ''))
}

function withNested(reflection: DeclarationReflection, prefix: string): Field[] {
  const path = prefix + reflection.name
  const isOpaque = OPAQUE.has(path) || !reflection.type
  const { suffix, members } = isOpaque ? NO_MEMBERS : membersOf(reflection.type!)
  return [
    { path, type: members.length > 0 ? `object${suffix}` : describeType(reflection), reflection },
    ...members.flatMap((member) => withNested(member, `${path}${suffix}.`)),
  ]
}

/** The page lists the labels with their English texts. */
const OPAQUE = new Set(['labels'])

interface Members {
  /** `[]` for the members of array items. */
  suffix: string
  members: DeclarationReflection[]
}

const NO_MEMBERS: Members = { suffix: '', members: [] }

function membersOf(type: SomeType): Members {
  switch (type.type) {
    case 'reflection':
      return { suffix: '', members: type.declaration.children ?? [] }
    case 'array': {
      const { suffix, members } = membersOf(type.elementType)
      return { suffix: `[]${suffix}`, members }
    }
    case 'intersection':
    case 'union': {
      const all = type.types.map(membersOf).filter(({ members }) => members.length > 0)
      return { suffix: all[0]?.suffix ?? '', members: all.flatMap(({ members }) => members) }
    }
    case 'optional':
      return membersOf(type.elementType)
    default:
      return NO_MEMBERS
  }
}

/** A field inherited from another export is on that export's page. If that type is not exported, it is here. */
function isInherited(member: DeclarationReflection): boolean {
  const origin = member.inheritedFrom?.reflection
  return origin !== undefined && origin !== member
}

function describeType({ type, signatures }: DeclarationReflection): string {
  const text = signatures ? signatures.join(' | ') : String(type)
  // TypeDoc shows both overloads of `typeof fetch`.
  return text.startsWith('{ (input: RequestInfo') ? 'typeof fetch' : text.replaceAll(/\s+/g, ' ')
}

import { type DeclarationReflection, type SomeType } from 'typedoc'

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
  /** `[]` for the members of the items of an array. */
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

import type * as z from 'zod'

/**
 * Says what is wrong with a value, where it stands and what to write instead, on one line:
 * `programs[0].prices[0].currency is missing: write the three-letter code of the currency, such as "EUR".`
 *
 * @param school What was to be a description, for telling a missing value from a wrong one.
 */
export function describeIssue(issue: z.core.$ZodIssue, school: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => toPath([...issue.path, key]))
    return `${names.join(', ')}: there is no such field. Look for a misspelling, or leave it out.`
  }
  const isMissing = issue.path.length > 0 && valueAt(school, issue.path) === undefined
  const where = issue.path.length === 0 ? 'The description of the school' : toPath(issue.path)
  return `${where} ${isMissing ? 'is missing' : 'cannot be used'}: ${toReason(issue)}.`
}

function toReason(issue: z.core.$ZodIssue): string {
  // A key of a record that is not what it must be.
  if (issue.code === 'invalid_key') return issue.issues[0]!.message
  // zod's own words, where the schema has none: it speaks of types.
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return issue.expected === 'array'
      ? 'write a list in square brackets'
      : 'write its fields in curly braces'
  }
  return issue.message
}

/** As it would be written in TypeScript: `programs[0].name`. */
function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[key],
    value,
  )
}

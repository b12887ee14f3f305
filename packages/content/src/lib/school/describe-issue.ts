import type * as z from 'zod'

/**
 * Describes a validation issue as `<path> <problem>. <what to do>.`:
 * `programs[0].prices[0].currency is missing. Write the three-letter currency code, such as "EUR".`
 */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const paths = issue.keys.map((key) => formatPath([...issue.path, key])).join(', ')
    return issue.keys.length === 1
      ? `${paths} is not a known field. Check the spelling, or remove it.`
      : `${paths} are not known fields. Check the spelling, or remove them.`
  }
  const isMissing = issue.path.length > 0 && valueAt(input, issue.path) === undefined
  const subject = issue.path.length === 0 ? 'The school description' : formatPath(issue.path)
  return `${subject} ${isMissing ? 'is missing' : 'is invalid'}. ${instructionOf(issue)}`
}

function instructionOf(issue: z.core.$ZodIssue): string {
  // For an invalid record key, the message of the key's own schema is nested.
  if (issue.code === 'invalid_key') return issue.issues[0]!.message
  // Where the schema sets no message, zod only names the expected type.
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return issue.expected === 'array'
      ? 'Write a list in square brackets.'
      : 'Write its fields in curly braces.'
  }
  return issue.message
}

function formatPath(path: readonly PropertyKey[]): string {
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

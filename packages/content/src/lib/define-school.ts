import type * as z from 'zod'

import { describeIssue } from './describe-issue.ts'
import { findContradictions } from './find-contradictions.ts'
import { type School, schoolSchema } from './school-schema.ts'

/**
 * Checks the description of a school, and gives it back with its texts in one form: trimmed, with one space
 * between words.
 *
 * Throws a `SchoolError` that names every value which cannot be used, and says what to write instead.
 */
export function defineSchool(school: School): School {
  const parsed = schoolSchema.safeParse(school)
  const problems = parsed.success
    ? findContradictions(parsed.data)
    : distinct(parsed.error.issues).map((issue) => describeIssue(issue, school))
  if (problems.length > 0) throw schoolError(problems)
  return parsed.data!
}

/** One issue for each value: the first, which says the most. */
function distinct(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const byPath = new Map<string, z.core.$ZodIssue>()
  for (const issue of issues.toReversed()) byPath.set(issue.path.join('.'), issue)
  return [...byPath.values()].toReversed()
}

function schoolError(problems: string[]): Error {
  const count = problems.length === 1 ? 'One thing' : `${problems.length} things`
  const shown = problems.slice(0, MOST_SHOWN)
  if (problems.length > shown.length) shown.push(`And ${problems.length - shown.length} more.`)
  const message = [`${count} to correct in the description of the school:`, ...shown].join('\n- ')
  return Object.assign(new Error(message), { name: 'SchoolError' })
}

const MOST_SHOWN = 20

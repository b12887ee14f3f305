import { findNameProblem } from '@conversion-capi/core/tracker-name'
import type * as z from 'zod'

import { checkConsistency } from './check-consistency.ts'
import { describeIssue } from './describe-issue.ts'
import { type School, type SchoolDescription, schoolSchema } from './school-schema.ts'

/**
 * Thrown by {@link defineSchool} if a school description has problems. The message lists the first 20.
 */
export class SchoolError extends TypeError {
  override readonly name = 'SchoolError'
  // Not a property, because `console.error` would print the list a second time.
  readonly #problems: readonly string[]

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    const listed = problems.slice(0, MAX_LISTED)
    if (problems.length > MAX_LISTED) listed.push(`And ${problems.length - MAX_LISTED} more.`)
    super([`The school description has ${count}:`, ...listed].join('\n- '))
    this.#problems = problems
  }

  /** Every problem, one message each: `name is missing. Write the name of the school.` */
  get problems(): readonly string[] {
    return this.#problems
  }
}

const MAX_LISTED = 20

/**
 * Validates a school description and normalizes its texts and URLs: texts are trimmed, with single spaces
 * between words, and URLs are percent-encoded. Adds the name of the tracker if it is missing.
 *
 * @returns A normalized copy of the description.
 * @throws {SchoolError} If a value is missing, invalid, or inconsistent with another value.
 */
export function defineSchool(description: SchoolDescription): School {
  const parsed = schoolSchema.safeParse(description)
  if (!parsed.success) {
    const issues = firstIssues(parsed.error.issues)
    throw new SchoolError(issues.map((issue) => describeIssue(issue, description)))
  }
  const { data } = parsed
  const school = { ...data, tracker: data.tracker ?? trackerNameOf(data.url) }
  const problems = [...checkConsistency(school)]
  if (problems.length > 0) throw new SchoolError(problems)
  return school
}

/** Returns a name for the tracker of a site: `gambit` for `https://www.gambit.example`. */
function trackerNameOf(url: string): string {
  const [label] = new URL(url).hostname.replace(/^www\./, '').split('.')
  const name = label!.replaceAll(/[^a-z\d]/gi, '').replace(/^\d+/, '')
  return findNameProblem(name) === undefined ? name : `${name}Tracker`.replace(/^T/, 't')
}

function firstIssues(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const byPath = new Map<string, z.core.$ZodIssue>()
  for (const issue of issues.toReversed()) byPath.set(issue.path.join('.'), issue)
  return [...byPath.values()].toReversed()
}

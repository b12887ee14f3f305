import type { Finding } from '@conversion-capi/content'
import type { Outcome } from '@conversion-capi/core'

import { finding, formatCount } from './send-rules.ts'

/** Counts the fields that outcomes name. */
export interface Tally {
  /** Counts the fields of an event. */
  add: (outcome: Pick<Outcome, 'dropped' | 'warnings'>, line: number) => void
  /** Returns one warning per field and reason, with the first line. */
  findings: (file: string) => Finding[]
}

/** Creates an empty tally. */
export function createTally(): Tally {
  const entries = new Map<string, { code: Code; problem: string; line: number; count: number }>()

  return {
    add({ dropped, warnings }, line) {
      for (const { key, reason } of dropped) {
        count('field-dropped', `${key} is ${DROP_REASONS[reason] ?? reason}.`, line)
      }
      for (const { key, reason, message } of warnings) {
        count('field-warning', message ?? `${key} is ${reason.replaceAll('_', ' ')}.`, line)
      }
    },
    findings: (file) =>
      [...entries.values()].map(({ code, problem, line, count: total }) =>
        finding(code, { file, line }, { problem, count: formatCount(total) }),
      ),
  }

  function count(code: Code, problem: string, line: number): void {
    const entry = entries.get(code + problem)
    if (entry) entry.count += 1
    else entries.set(code + problem, { code, problem, line, count: 1 })
  }
}

type Code = 'field-dropped' | 'field-warning'

const DROP_REASONS: Record<string, string> = { unhashed: 'unhashed personal data' }

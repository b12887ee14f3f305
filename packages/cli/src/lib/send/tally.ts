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
  const counts = new Map<
    string,
    { create: (count: number, file: string) => Finding; count: number }
  >()

  return {
    add({ dropped, warnings }, line) {
      for (const { key: field, reason } of dropped) {
        count('field-dropped', field, DROP_REASONS[reason] ?? reason, line)
      }
      for (const { key: field, reason } of warnings) {
        count('field-warning', field, reason.replaceAll('_', ' '), line)
      }
    },
    findings: (file) => [...counts.values()].map(({ create, count }) => create(count, file)),
  }

  function count(
    code: 'field-dropped' | 'field-warning',
    field: string,
    reason: string,
    line: number,
  ): void {
    const key = JSON.stringify([code, field, reason])
    const entry = counts.get(key)
    if (entry) entry.count += 1
    else {
      const create = (total: number, file: string): Finding =>
        finding(code, { file, line }, { field, reason, count: formatCount(total) })
      counts.set(key, { create, count: 1 })
    }
  }
}

const DROP_REASONS: Record<string, string> = { unhashed: 'unhashed personal data' }

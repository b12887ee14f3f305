import type { Finding } from './finding.ts'

/**
 * Returns the last line of a report: `2 errors, 1 warning.` or `No problems found.`
 *
 * @param findings The findings of the report.
 */
export function countFindings(findings: Finding[]): string {
  const count = (level: Finding['level'], noun: string): string[] => {
    const number = findings.filter((each) => each.level === level).length
    return number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]
  }
  const counts = [...count('error', 'error'), ...count('warning', 'warning')]
  return counts.length === 0 ? 'No problems found.' : `${counts.join(', ')}.`
}

import type { Finding, Level } from '@conversion-capi/core/diagnostics'

const LEVELS: Level[] = ['error', 'warning', 'info', 'unverifiable', 'verified']

/** Codes of what is lost, after events: data that leaks, then what visitors and crawlers do not reach. */
const LEAKS = /^(form-url|personal-data-unhashed|consent-ignored|env-not-ignored|env-token|secret-)/
const REACH = /^(content|file|path|page|not-found|markdown|https|crawlers|robots|host|site)-/

/**
 * Returns what a person reads: what stops the command first, then what is lost. Findings that differ only in the file are
 * one line.
 *
 * @param maxLines If there are more lines, findings of one cause are one line too, and the last line counts the rest.
 */
export function listFindings(findings: Finding[], maxLines: number): Finding[] {
  const ordered = findings.toSorted((a, b) => rankOf(a) - rankOf(b))
  const lines = groupFindings(ordered)
  if (lines.length <= maxLines) return lines
  const causes = [...Map.groupBy(ordered, causeOf).values()].map((group) => countAlike(group))
  if (causes.length <= maxLines) return causes
  const rest = causes.length - maxLines + 1
  const message = `${rest} more lines are not shown. Pass --all to print everything.`
  return [...causes.slice(0, maxLines - 1), { level: 'info', message }]
}

function rankOf({ level, code = '' }: Finding): number {
  const loss = LEAKS.test(code) ? 1 : REACH.test(code) ? 2 : 0
  return LEVELS.indexOf(level) * 3 + loss
}

/** The message without its values: names in quotes, paths, URLs and numbers. */
function causeOf({ level, code, message }: Finding): string {
  return `${level} ${code} ${message.replaceAll(/"[^"]*"|\S*[/.#\d]\S*/g, '')}`
}

function countAlike(group: Finding[]): Finding {
  const [first] = group
  const files = new Set(group.map(({ file }) => file)).size
  const isSame = group.every(({ message }) => message === first!.message)
  if (group.length === 1) return first!
  if (isSame && files > 1) return count(first!, `in ${files - 1} more files`)
  return count(first!, `${group.length - 1} more like it${files > 1 ? `, in ${files} files` : ''}`)
}

const MAX_LISTED = 3

const MAX_LINES = 10

/** Replaces findings that differ only in the file with one that counts the files, or the lines of one file. */
export function groupFindings(findings: Finding[], noun = 'files'): Finding[] {
  const groups = Map.groupBy(findings, ({ level, message, fix }) => `${level} ${message} ${fix}`)
  return [...groups.values()].flatMap((group) => {
    const more = new Set(group.map(({ file }) => file)).size - 1
    if (more >= MAX_LISTED) return [count(group[0]!, `in ${more} more ${noun}`)]
    if (more > 0 || group.length <= MAX_LINES) return group
    const [, second, third] = group.map(({ line }) => line)
    return [count(group[0]!, `in ${group.length - 1} more lines, such as ${second} and ${third}`)]
  })
}

function count(finding: Finding, places: string): Finding {
  return { ...finding, message: finding.message.replace(/\.$/, ` (and ${places}).`) }
}

import type { Finding, Level } from '@conversion-capi/core/diagnostics'

import { formatCount } from './format-count.ts'
import { type Color, paint, toLine } from './terminal.ts'

/** What the `run` function of every command returns. `main` prints it in words, or as JSON with `--json`. */
export interface CommandResult {
  /** In the order in which they are printed. One with the level `error` sets the exit code to 1: see `isStrict`. */
  findings: Finding[]
  /** Whether a warning sets the exit code to 1, too. @default false */
  isStrict?: boolean
  /** The last lines in words. */
  summary: string
  /** Whether the summary is printed before the findings. @default false */
  isSummaryFirst?: boolean
  /** Further keys of the JSON document. */
  data?: Record<string, unknown>
}

/** Returns the last line of a result: `2 errors, 1 warning.` or `No problems in what could be checked. Not verifiable: 1.` */
export function countFindings(findings: Finding[]): string {
  const countOf = (level: Level) => findings.filter((each) => each.level === level).length
  const counts = (['error', 'warning'] as const).flatMap((level) =>
    countOf(level) > 0 ? formatCount(countOf(level), level) : [],
  )
  const unknown = countOf('unverifiable')
  const none = unknown === 0 ? 'No problems found.' : 'No problems in what could be checked.'
  return [
    counts.length === 0 ? none : `${counts.join(', ')}.`,
    ...(unknown === 0 ? [] : [`Not verifiable: ${unknown}.`]),
  ].join(' ')
}

const LABELS: Record<Level, [label: string, color: Color]> = {
  error: ['error', 'red'],
  warning: ['warning', 'yellow'],
  info: ['info', 'blue'],
  verified: ['verified', 'green'],
  unverifiable: ['not verifiable', 'gray'],
}

/** Formats a finding on one line: `error: public/index.html:12: The script is missing. Add it.` */
export function formatFinding(finding: Finding, colors: boolean): string {
  const [label, style] = LABELS[finding.level]
  return `${paint(`${label}:`, style, colors)} ${describeFinding(finding)}`
}

/** Returns the line of a finding without its label. File names and links in it may be of strangers. */
export function describeFinding({ file, line, message, fix }: Omit<Finding, 'level'>): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return toLine(`${place}${message}${fix === undefined ? '' : ` ${fix}`}`)
}

export function unique(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()]
}

/**
 * Replaces the findings of one cause with the first, which counts the others and their files. Findings whose fixes
 * differ only in names, URLs and numbers have the same cause.
 */
export function groupFindings(findings: Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ level, code, message, fix }) => {
    const cause = code === undefined || fix === undefined ? message : fix
    return `${level} ${code} ${cause.replaceAll(/"[^"]*"|\S*[/.#?=]\w\S*|\d+/g, '')}`
  })
  return [...groups.values()].map((group) => {
    const [first, second, third] = group as [Finding, ...Finding[]]
    if (!second) return first
    const files = new Set(group.map(({ file }) => file)).size - 1
    const more = formatCount(group.length - 1)
    if (files === group.length - 1)
      return count(first, `${more} more ${files === 1 ? 'file' : 'files'}`)
    if (files > 0) return count(first, `${more} more places in ${formatCount(files + 1)} files`)
    const lines = [second, third].flatMap((each) => each?.line ?? [])
    const examples = lines.length === 0 ? '' : `, such as ${lines.join(' and ')}`
    return count(first, `${more} more line${group.length === 2 ? '' : 's'}${examples}`)
  })
}

function count(finding: Finding, places: string): Finding {
  return { ...finding, message: finding.message.replace(/\.$/, ` (and in ${places}).`) }
}

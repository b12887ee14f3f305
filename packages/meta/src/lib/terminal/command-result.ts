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

/** Returns the last line of a result: `2 errors, 1 warning.` or `No problems found. Not verifiable: 1.` */
export function countFindings(findings: Finding[]): string {
  const countOf = (level: Level) => findings.filter((each) => each.level === level).length
  const counts = (['error', 'warning'] as const).flatMap((level) =>
    countOf(level) > 0 ? formatCount(countOf(level), level) : [],
  )
  const unknown = countOf('unverifiable')
  return [
    counts.length === 0 ? 'No problems found.' : `${counts.join(', ')}.`,
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

const MAX_LISTED = 3

const MAX_LINES = 10

/** Replaces findings that differ only in the file with one that counts the files, or the lines of one file. */
export function groupFindings(findings: Finding[], noun = 'files'): Finding[] {
  const groups = Map.groupBy(findings, ({ level, message, fix }) => `${level} ${message} ${fix}`)
  return [...groups.values()].flatMap((group) => {
    const more = new Set(group.map(({ file }) => file)).size - 1
    if (more >= MAX_LISTED) return [count(group[0]!, `${more} more ${noun}`)]
    if (more > 0 || group.length <= MAX_LINES) return group
    const [, second, third] = group.map(({ line }) => line)
    return [count(group[0]!, `${group.length - 1} more lines, such as ${second} and ${third}`)]
  })
}

function count(finding: Finding, places: string): Finding {
  return { ...finding, message: finding.message.replace(/\.$/, ` (and in ${places}).`) }
}

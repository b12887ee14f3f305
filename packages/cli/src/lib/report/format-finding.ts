import { styleText } from 'node:util'

import type { Finding, Level } from './finding.ts'
import { toLine } from './terminal.ts'

const LABELS: Record<Level, [label: string, style: Parameters<typeof styleText>[0]]> = {
  error: ['error', 'red'],
  warning: ['warning', 'yellow'],
  info: ['info', 'blue'],
  verified: ['verified', 'green'],
  unverifiable: ['not verifiable', 'gray'],
}

/**
 * Formats a finding on one line: `error: public/index.html:12: The script is missing. Add it.`
 *
 * @param finding The finding.
 * @param colors Whether the label is colored.
 */
export function formatFinding(finding: Finding, colors: boolean): string {
  const [label, style] = LABELS[finding.level]
  return `${paint(`${label}:`, style, colors)} ${describeFinding(finding)}`
}

/** Returns the line of a finding without its label. File names and links in it may be of strangers. */
export function describeFinding({ file, line, message, fix }: Omit<Finding, 'level'>): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return toLine(`${place}${message}${fix === undefined ? '' : ` ${fix}`}`)
}

/** Colors a text, if colors are on. */
export function paint(
  text: string,
  style: Parameters<typeof styleText>[0],
  colors: boolean,
): string {
  return colors ? styleText(style, text, { validateStream: false }) : text
}

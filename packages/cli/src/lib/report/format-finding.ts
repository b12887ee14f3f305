import { styleText } from 'node:util'

import type { Finding, Level } from './finding.ts'

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
export function formatFinding(
  { level, file, line, message, fix }: Finding,
  colors: boolean,
): string {
  const [label, style] = LABELS[level]
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return `${paint(`${label}:`, style, colors)} ${place}${message}${fix === undefined ? '' : ` ${fix}`}`
}

/** Colors a text, if colors are on. */
export function paint(
  text: string,
  style: Parameters<typeof styleText>[0],
  colors: boolean,
): string {
  return colors ? styleText(style, text, { validateStream: false }) : text
}

import { formatCount } from '../terminal/format-count.ts'
import { toLine } from '../terminal/terminal.ts'
import { type EventReport, formatDecimal, formatPercent } from './describe-verdict.ts'
import type { PixelReport } from './run-report.ts'

const COLUMNS: [heading: string, toText: (event: EventReport) => string | undefined][] = [
  ['Event', ({ name }) => toLine(name)],
  ['Browser', ({ browser }) => browser?.toLocaleString('en-US')],
  ['Server', ({ server }) => server?.toLocaleString('en-US')],
  [
    'Match quality',
    ({ score }) => (score === undefined ? undefined : `${formatDecimal(score)} of 10`),
  ],
  ['Coverage', ({ coverage }) => percent(coverage)],
  ['Deduplicated', ({ deduplicated }) => percent(deduplicated)],
]

function percent(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatPercent(value)
}

function usedColumns(events: EventReport[]): typeof COLUMNS {
  return COLUMNS.filter(([, toText]) => events.some((event) => toText(event) !== undefined))
}

/** Renders a report for the terminal: the verdict, then a table. */
export function renderText(report: PixelReport): string {
  const { events } = report
  const columns = usedColumns(events)
  const rows = [
    columns.map(([heading]) => heading),
    ...events.map((event) => columns.map(([, toText]) => toText(event) ?? '-')),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)))
  const table = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  )
  const { answer, advice, facts } = report.verdict
  return [
    toLine(answer),
    ...advice.map((each, index) => toLine(`${index + 1}. ${each}`)),
    '',
    `${nameOf(report)}: ${describePeriod(report)}`,
    ...facts.map(toLine),
    ...describeLastFired(report),
    ...(events.length === 0 ? ['Meta returns no events.'] : ['', ...table]),
  ].join('\n')
}

function nameOf({ school, digits, name }: PixelReport): string {
  const pixel = `pixel …${digits}${name === undefined ? '' : ` (${name})`}`
  return toLine(school === undefined ? `P${pixel.slice(1)}` : `${school}, ${pixel}`)
}

function describePeriod({ from, to }: PixelReport): string {
  return `the seven days from ${formatTime(from)} to ${formatTime(to)} UTC`
}

function describeLastFired({ lastFired, to }: PixelReport): string[] {
  if (lastFired === undefined) return []
  if (lastFired === null) return ['The pixel has never fired.']
  return [
    `The pixel last fired on ${formatTime(lastFired)} UTC, ${formatAge(to - lastFired)} before this report.`,
  ]
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

function formatAge(ms: number): string {
  const [unitMs, unit] = UNITS.find(([each]) => ms >= 2 * each) ?? [60_000, 'minute']
  return formatCount(Math.max(0, Math.floor(ms / unitMs)), unit)
}

const UNITS: [ms: number, unit: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
]

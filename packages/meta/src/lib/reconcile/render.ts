import { describeSources } from '@conversion-capi/core/diagnostics'

import { formatCount } from '../terminal/format-count.ts'
import { toLine } from '../terminal/terminal.ts'
import type { Class, Reconciliation } from './reconcile.ts'

const LABELS: Record<Class, [label: string, meaning: string]> = {
  sent: ['sent', 'Meta accepted the event once.'],
  sent_twice: ['sent twice', 'Meta accepted several copies from servers, and may count each.'],
  kept: ['kept', 'The event was kept to be sent again, and nothing shows that it was sent.'],
  declined: ['declined', 'Meta or the proxy declined the event.'],
  given_up: ['given up', 'Sending it again ended without success.'],
  opted_out: ['opted out', 'The visitor did not want to be tracked.'],
  unknown: [
    'unknown',
    'The row has no event ID, or Meta may have accepted its event, or may get it later.',
  ],
  not_in_list: ['not in the list', 'Meta accepted an event of this name that no row contains.'],
}

export function renderText(result: Reconciliation, notes: string[]): string {
  const classes = usedClasses(result)
  const weeks = weeksOf(result).map(
    ([week, counts]) =>
      `  ${week}: ${classes.flatMap((each) => (counts[each] ? `${formatCount(counts[each])} ${LABELS[each][0]}` : [])).join(', ')}`,
  )
  return [
    describeTotal(result),
    ...classes.map((each) => `  ${describeClass(each, result)}`),
    ...describeReasons(result).map((each) => `  ${each}`),
    'By week:',
    ...weeks,
    ...describePrograms(result),
    ...result.sources.map(describeSources),
    ...notes,
  ].join('\n')
}

function usedClasses({ counts }: Reconciliation): Class[] {
  return (Object.keys(LABELS) as Class[]).filter((each) => counts[each])
}

function weeksOf({ weeks }: Reconciliation) {
  return Object.entries(weeks).sort(([a], [b]) => (a < b ? -1 : 1))
}

function describeTotal({ rows, counts }: Reconciliation): string {
  const sent = (counts.sent ?? 0) + (counts.sent_twice ?? 0)
  return `Meta accepted the events of ${formatCount(sent)} of ${formatCount(rows)} rows. ${formatCount(counts.unknown ?? 0)} rows are unknown.`
}

function describeClass(name: Class, { counts }: Reconciliation): string {
  const [label, meaning] = LABELS[name]
  return `${formatCount(counts[name] ?? 0)} ${label}: ${meaning}`
}

function describePrograms({ programs }: Reconciliation): string[] {
  const lines = Object.entries(programs).map(([id, { rows, sent, sums }]) => {
    const amounts = Object.entries(sums).map(([currency, sum]) => `, ${sum} ${currency}`)
    return `  ${toLine(id)}: ${formatCount(sent)} of ${formatCount(rows)} sent${amounts.join('')}`
  })
  return lines.length > 0 ? ['By program:', ...lines.sort()] : []
}

function describeReasons({ reasons }: Reconciliation): string[] {
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  return sorted.map(
    ([reason, count]) => `${formatCount(count)} × ${toLine(reason.replaceAll('_', ' '))}`,
  )
}

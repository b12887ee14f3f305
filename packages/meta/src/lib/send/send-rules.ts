import type { Finding } from '@conversion-capi/core/diagnostics'

import type { FailedLine } from '../list/read-events.ts'
import { formatCount } from '../terminal/format-count.ts'
import { createFindings, error, info, warning } from '../terminal/rules.ts'

const SENT_AGAIN =
  'They are sent again, with the same event_id and event_time: Meta may count those that had arrived twice, because it does not document that it discards a second copy from the server.'

export const SEND_RULES = {
  'line-malformed': error('The event cannot be read.', '{reason}'),
  'event-too-old': error('The event is too old.', '{reason} Do not change its time.'),
  'event-invalid': error('The event{id} is invalid.', '{reason}'),
  'event-declined': error('The event{id} is declined.', '{reason}'),
  'event-unanswered': error(
    'The event{id} was not accepted.',
    '{reason} The next run sends it again, after all others.',
  ),
  'event-id-reused': warning(
    'Events with the event_name and event_id of another event, but another event_time: {count}. They are not sent.',
    'This is the first. If it is another event, give it an event_id of its own.',
  ),
  'events-too-old': warning(
    'Events that are too old for Meta: {count} of {total}. They are not sent.',
    'This is the first.',
  ),
  'field-dropped': warning('{problem}', 'It is not sent. Events with it: {count}.'),
  'field-warning': warning('{problem}', 'Events with this warning: {count}.'),
  refund: warning(
    '{problem}',
    'Meta has no event for a refund, and counts it as another purchase. Leave out such lines, for example with "only" of the mapping. Events: {count}.',
  ),
  'lines-sent-again': warning(
    '{lines}: an earlier run ended before their result was known.',
    SENT_AGAIN,
  ),
  'lines-without-result': warning('{lines}: Meta was unavailable, or did not respond.', SENT_AGAIN),
  'configuration-incomplete': warning('{problem}', 'Without it, only a dry run is possible.'),
  'earlier-run': info(
    '{file} notes the events that earlier runs have sent.',
    'This dry run judges all lines, but send skips these events.',
  ),
  'upstream-stand-in': info(
    'META_GRAPH_URL is set, so {origin} receives the events instead of Meta.',
    'Unset it to send them to Meta.',
  ),
} as const

export const finding = createFindings(SEND_RULES)

export function toFinding({ line, id, code, reason }: FailedLine, file: string): Finding {
  return finding(code, { file, line }, { id: id ? ` ${id}` : '', reason })
}

/** Formats lines in ascending order: `Lines 1 to 3, 7 and 2 more ranges`. */
export function describeLines(lines: number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range?.[1] === line - 1) range[1] = line
    else ranges.push([line, line])
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(([first, last]) =>
      first === last ? formatCount(first) : `${formatCount(first)} to ${formatCount(last)}`,
    )
  const more = ranges.length - shown.length
  const list = [...shown, ...(more > 0 ? [`${more} more ranges`] : [])]
  return `Line${lines.length === 1 ? '' : 's'} ${list.join('; ')}`
}

const MAX_RANGES = 10

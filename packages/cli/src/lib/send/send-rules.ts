import type { Finding } from '@conversion-capi/content'

import { createFindings } from '../output/rules.ts'
import type { FailedLine } from './read-events.ts'

const SENT_AGAIN =
  'They are sent again, with the same event_id and event_time: Meta may count those that had arrived twice, because it does not document that it discards a second copy from the server.'

/** The findings of `send`, by code. The README lists them. */
export const SEND_RULES = {
  'line-malformed': {
    level: 'error',
    message: 'The event{id} cannot be read.',
    fix: '{reason}',
  },
  'event-too-old': {
    level: 'error',
    message: 'The event{id} is too old.',
    fix: '{reason}',
  },
  'event-invalid': {
    level: 'error',
    message: 'The event{id} is invalid.',
    fix: '{reason}',
  },
  'event-refused': {
    level: 'error',
    message: 'The event{id} is declined.',
    fix: '{reason}',
  },
  'event-unanswered': {
    level: 'error',
    message: 'The event{id} was not accepted.',
    fix: '{reason} The next run sends it again, after all others.',
  },
  'event-id-reused': {
    level: 'warning',
    message:
      '{count} events have the event_name and event_id of another event, but not its event_time. They are not sent.',
    fix: 'This is the first. If it is another event, give it an event_id of its own.',
  },
  'events-too-old': {
    level: 'warning',
    message: '{count} of {total} events are too old for Meta, and are not sent.',
    fix: 'This is the first.',
  },
  'field-dropped': {
    level: 'warning',
    message: '{problem}',
    fix: 'It is not sent in {count} events.',
  },
  'field-warning': {
    level: 'warning',
    message: '{problem}',
    fix: 'Events with this warning: {count}.',
  },
  'lines-sent-again': {
    level: 'warning',
    message: '{lines}: an earlier run ended before their result was known.',
    fix: SENT_AGAIN,
  },
  'lines-without-result': {
    level: 'warning',
    message: '{lines}: Meta was unavailable, or did not respond.',
    fix: SENT_AGAIN,
  },
  'configuration-incomplete': {
    level: 'warning',
    message: '{problem}',
    fix: 'Without it, only a dry run is possible.',
  },
  'earlier-run': {
    level: 'info',
    message: '{file} notes the events that earlier runs have sent.',
    fix: 'This dry run judges all lines, but send skips these events.',
  },
  'upstream-stand-in': {
    level: 'info',
    message: 'META_GRAPH_URL is set, so {origin} receives the events instead of Meta.',
    fix: 'Unset it to send them to Meta.',
  },
} as const

/** Creates a finding of `send`. */
export const finding = createFindings(SEND_RULES)

/** Creates the finding for a line that was not sent. */
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

/** Formats a number for messages: `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

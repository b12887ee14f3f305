import { EVENT_NAMES } from '@conversion-capi/core/protocol'

import type { ReceivedEvent } from '../../../event/received-event.ts'
import type { RejectedEvent } from '../../../record/rejected-request.ts'
import { compareCopies, findAddedKeys } from './compare-copies.ts'
import { countOf, formatGap, formatPage, formatValue, shorten, visibleText } from './format.ts'
import { type LiveRow, perRow } from './store.ts'
import type { ProxyOutcome } from '../../../record/records.ts'

export type RowView = ReturnType<typeof describeRow>

export const describeRow = perRow((row) => {
  const { copies } = row
  const [browser, server] = findCopies(row)
  const [first] = copies
  const warnings = [...new Set(copies.flatMap((copy) => copy.warnings))]
  const verdict = judge(row, warnings)
  // What did not happen on a page has no copy of a browser.
  const source = first && (browser || server?.action_source === 'website' ? 'page' : 'server')
  const page = first
    ? formatPage(first.event_source_url) || formatSource(first)
    : describeResponse(row)
  const { event_name, event_id = '' } = identify(row)
  const batch = countBatch(row)
  const name = batch
    ? `${batch.toLocaleString()} events`
    : shorten(visibleText(event_name ?? 'No event name'))
  const value = formatValue((server ?? browser)?.custom_data)
  return {
    ...verdict,
    // What the list shows, in two lines on a phone.
    reason:
      verdict.tone === 'warn' ? firstSentence(warnings[0] ?? verdict.sentence) : verdict.sentence,
    name,
    // A rejected batch has none.
    eventId: batch ? '' : event_id,
    page,
    source,
    value,
    warnings,
    browserCopies: copies.filter(({ source }) => source === 'browser').length,
    serverCopies: copies.filter(({ source }) => source === 'server').length,
    gap: browser && server ? formatGap(Math.abs(browser.received_at - server.received_at)) : '',
  }
})

/** Names where an event without a URL happened, e.g. `Phone call`. */
function formatSource({ action_source = 'website' }: ReceivedEvent): string {
  if (action_source === 'website') return 'No page'
  return action_source.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

/** Returns the number of events of a rejected request with several, otherwise 0. */
function countBatch({ copies, rejections }: LiveRow): number {
  const { event_count = 0 } = rejections.at(-1) ?? {}
  return copies.length === 0 && event_count > 1 ? event_count : 0
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.) (?=[A-Z])/)[0]!
}

/** Returns the browser's first copy and the server's first copy. */
export function findCopies({ copies }: LiveRow) {
  const firstOf = (name: ReceivedEvent['source']) => copies.find(({ source }) => source === name)
  return [firstOf('browser'), firstOf('server')] as const
}

function identify({ copies, rejections, outcomes }: LiveRow): RejectedEvent {
  const [copy] = copies
  if (copy) return copy
  const [event] = rejections[0]?.events ?? []
  if (event) return event
  const { eventName: event_name, eventId: event_id } = outcomes[0] ?? {}
  return { ...(event_name && { event_name }), ...(event_id && { event_id }) }
}

function describeResponse({ rejections, outcomes }: LiveRow): string {
  const rejection = rejections.at(-1)
  if (rejection) {
    const { status, code, error_subcode } = rejection
    return `Status ${status}, code ${code}${error_subcode === undefined ? '' : `/${error_subcode}`}`
  }
  const { status } = outcomes.at(-1) ?? {}
  return status === undefined ? 'The proxy' : `The proxy’s response: ${status}`
}

interface Verdict {
  /** `ok`: counted. `warn`: counted, with something to improve. `bad`: rejected or not delivered. */
  tone: 'ok' | 'warn' | 'bad'
  label: string
  sentence: string
}

function judge(row: LiveRow, warnings: string[]): Verdict {
  if (row.copies.length === 0) return judgeMissing(row)

  const [, server] = findCopies(row)
  const rejection = row.rejections.at(-1)
  if (rejection && !server) {
    return {
      tone: 'bad',
      label: 'Rejected',
      sentence: `${rejection.problem} The server’s copy was rejected, only the browser’s counts.`,
    }
  }
  const sentence = describeCopies(row)
  return warnings.length > 0
    ? { tone: 'warn', label: countOf(warnings, 'warning'), sentence }
    : { tone: 'ok', label: 'Counted', sentence }
}

function judgeMissing(row: LiveRow): Verdict {
  const batch = countBatch(row)
  const rejection = row.rejections.at(-1)
  if (rejection) {
    const { problem, invalid_event } = rejection
    const cause = invalid_event ? ` because of data[${invalid_event.index}]` : ''
    const all = batch ? ` All ${batch.toLocaleString()} events were rejected${cause}.` : ''
    return { tone: 'bad', label: 'Rejected', sentence: problem + all }
  }
  const outcome = row.outcomes.at(-1)!
  const { tone, sentence } = describeOutcome(outcome)
  const label = LABELS.get(outcome.kind) ?? 'Not delivered'
  return { tone: tone === 'ok' ? 'warn' : tone, label, sentence }
}

/** The labels of events that were not delivered on purpose, by the kind of their outcome. */
const LABELS = new Map([
  ['kept', 'Kept'],
  ['bot', 'Bot'],
  ['opted_out', 'Opted out'],
])

function describeCopies(row: LiveRow): string {
  const { copies, outcomes } = row
  const counted = copies.filter((copy) => copy.counted).length
  const [browser, server] = findCopies(row)
  const isRedelivered = server && outcomes.some(({ kind }) => kind === 'kept')
  const delivery = isRedelivered ? ' The proxy kept it and redelivered it.' : ''

  if (!copies[0]!.event_id) {
    return 'Counted. It has no event_id, so another copy of it would count again.'
  }
  if (counted > 1) return `Counted ${counted} times: copies more than 48 hours apart.`
  if (browser && server) {
    return `Counted once. ${describeIdentifiers(row)}${delivery}`
  }
  if (server) {
    return server.action_source === 'website'
      ? `Counted. Only the server’s copy arrived.${delivery}`
      : `Counted. From your server. No browser copy is expected.${delivery}`
  }
  const failure = outcomes.findLast(({ kind }) => kind !== 'accepted')
  const reason = failure ? ` ${describeOutcome(failure).sentence}` : ''
  return `Counted. Only the browser’s copy arrived.${reason}`
}

function describeIdentifiers(row: LiveRow): string {
  const different = compareCopies(...findCopies(row))
    .filter(({ path, difference }) => path.startsWith('user_data.') && difference === 'differs')
    .map(({ path }) => path.slice('user_data.'.length))
  if (different.length > 0) {
    return `The copies have different values of ${shorten(visibleText(different.join(', ')))}.`
  }
  const added = findAddedKeys(row.copies)
  return added.length > 0
    ? `The server’s copy added ${added.join(', ')}.`
    : 'Both copies have the same identifiers.'
}

type OutcomeDescription = Omit<Verdict, 'label'> & { fix?: string }

export function describeOutcome(outcome: ProxyOutcome): OutcomeDescription {
  const description = describeKind(outcome)
  if (!outcome.dropped.some(({ reason }) => reason === 'unhashed')) return description
  const tone = description.tone === 'ok' ? 'warn' : description.tone
  return { ...description, tone, fix: UNHASHED_FIX }
}

const UNHASHED_FIX =
  'What to change: pass personal data as the third argument of track, which hashes it.'

function describeKind(outcome: ProxyOutcome): OutcomeDescription {
  const { code, reason = '', error, upstreamStatus } = outcome
  const cost = describeCost(outcome)
  switch (outcome.kind) {
    case 'accepted':
      return { tone: 'ok', sentence: `The proxy delivered it in ${cost}.` }
    case 'kept':
      return { tone: 'warn', sentence: `The proxy kept it for redelivery after ${cost}.` }
    case 'bot':
      return { tone: 'warn', sentence: 'The proxy did not forward it: blockBots recognized a bot.' }
    case 'opted_out':
      return { tone: 'warn', sentence: OPTED_OUT }
    case 'given_up': {
      const cause = reason === 'too_old' ? 'was not accepted in time' : 'will never be accepted'
      return { tone: 'bad', sentence: `Redelivery gave up: the event ${cause}.` }
    }
    case 'upstream_unreachable':
      return { tone: 'bad', sentence: `The proxy got no response in ${cost}: ${error}.` }
    case 'upstream_error': {
      const codes = `${upstreamStatus}${code === undefined ? '' : `, code ${code}`}`
      return { tone: 'bad', sentence: `The proxy got an error after ${cost}: status ${codes}.` }
    }
    default:
      return {
        tone: 'bad',
        sentence: `The proxy rejected it: ${error ? `${reason}. ${error}` : `${reason}.`}`,
        // The error already contains what to change.
        ...(REASONS[reason] && !error && { fix: REASONS[reason] }),
      }
  }
}

const OPTED_OUT =
  'The proxy did not forward it: the browser sends Global Privacy Control, which globalPrivacyControl honors.'

function describeCost({ attempts, durationMs }: ProxyOutcome): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  return `${durationMs.toLocaleString()} ms (${count})`
}

const REASONS: Record<string, string> = {
  'Invalid event_name': `Use one of the names that the proxy accepts, with the same case: ${EVENT_NAMES.join(', ')}.`,
  'Invalid event_id': 'Send an event_id of 1 to 100 characters. The tracker creates one.',
  'Invalid JSON': 'Send one JSON object. The tracker does this.',
  'Payload too large': 'Send less, or raise META_MAX_BODY_BYTES.',
  'Origin not allowed': 'Add the origin of the page to META_ALLOWED_ORIGINS.',
  'Method not allowed': 'Send a POST request.',
  'Server not configured': 'Set META_PIXEL_ID and META_ACCESS_TOKEN.',
}

import { EVENT_NAMES } from '@conversion-capi/core/protocol'

import type { ProxyOutcome } from '../../../record/records.ts'

export interface OutcomeDescription {
  sentence: string
  fix?: string
  tone: 'ok' | 'warn' | 'bad'
}

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
        // An error says itself what to change.
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

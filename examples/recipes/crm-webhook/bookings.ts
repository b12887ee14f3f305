import { hashPii } from '@conversion-capi/core/pii'

import { BOOKING_EVENT, CONSENT_ANSWERS, CONSENT_QUESTION } from './settings.ts'
import type { StageResult } from './to-event.ts'

/** Where the webhook of a calendar has the values of a booking. */
interface Calendar {
  /** Path and value of what has happened. */
  trigger: [path: string, value: string]
  createdAt: string
  /** Path of the ID that the message of the frame has too. */
  id: string
  email: string
  /** Path of the list of answers, and the names of their fields. */
  answers: [path: string, question: string, answer: string]
  /** Path of a value that only a new time has. */
  isMoved?: string
}

export const CALENDARS = {
  // https://developer.calendly.com/api-docs/overview/embedding/notifying-the-parent-window (the message)
  // https://developer.calendly.com/docs/api-guides/see-how-webhook-payloads-change-when-invitees-reschedule-events
  calendly: {
    trigger: ['event', 'invitee.created'],
    createdAt: 'created_at',
    id: 'payload.uri',
    email: 'payload.email',
    answers: ['payload.questions_and_answers', 'question', 'answer'],
    isMoved: 'payload.old_invitee',
  },
  // calcom/cal.com, 008952d, packages/features/webhooks/lib/sendPayload.ts
  'cal.com': {
    trigger: ['triggerEvent', 'BOOKING_CREATED'],
    createdAt: 'createdAt',
    id: 'payload.uid',
    email: 'payload.attendees.0.email',
    answers: ['payload.responses', 'label', 'value'],
  },
} satisfies Record<string, Calendar>

/** How long the event waits for the copy of the page, which has the same ID and knows more. */
const WAIT_MS = 900_000

/**
 * Returns the event of a booking, with the event ID of the page, or the reason to send no event.
 *
 * @throws {SyntaxError} If the body is not JSON.
 */
export function readBooking(calendar: Calendar, body: string): StageResult {
  const webhook: unknown = JSON.parse(body)
  const read = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, key) => Object(value)[key], webhook)
  const [trigger, value] = calendar.trigger
  if (read(trigger) !== value || (calendar.isMoved && read(calendar.isMoved))) {
    return { ignored: 'It is not a new booking.' }
  }
  const [answers, question, answer] = calendar.answers
  const consent = Object.values(Object(read(answers)))
    .map(Object)
    .find((item) => item[question] === CONSENT_QUESTION)?.[answer]
  if (!CONSENT_ANSWERS.includes(String(consent))) {
    return { ignored: 'No consent to the question in CONSENT_QUESTION.' }
  }
  const id = read(calendar.id)
  const createdAt = Date.parse(String(read(calendar.createdAt)))
  if (typeof id !== 'string' || id.length < 12 || !createdAt) {
    return { malformed: `The booking must have ${calendar.id} and ${calendar.createdAt}.` }
  }
  return {
    event: {
      event_name: BOOKING_EVENT,
      // Whoever has the whole ID can open and cancel the booking. The tracker sends the same part.
      event_id: id.slice(-12),
      event_time: Math.floor(createdAt / 1000),
      action_source: 'system_generated',
      user_data: { em: hashPii('em', String(read(calendar.email))) },
    },
    waitMs: WAIT_MS,
  }
}

import {
  MAX_EVENT_ID_LENGTH,
  REJECTIONS,
  type Rejection,
  type RejectionReason,
} from '@conversion-capi/core/protocol'
import * as z from 'zod'

import { answerHeaders } from './answer-headers.ts'
import type { Answer, Example } from './openapi-types.ts'
import { toSchema } from './to-schema.ts'

/** When each refusal is given (specification 7, decisions 4, 12 and 14). */
const CONDITIONS: Record<RejectionReason, string> = {
  'Method not allowed': 'The method is neither POST nor OPTIONS.',
  'Origin not allowed':
    'Only where the school lists the origins that may send events: the request’s is none of them.',
  'Invalid JSON': 'The body is not JSON, breaks off, or takes too long to arrive.',
  'Payload too large': 'The body is larger than 256 KiB, or than the limit that the school set.',
  'Invalid event_name': 'The body is no object, or `event_name` is none of the allowed names.',
  'Invalid event_id': `\`event_id\` is missing, not a string, empty, or longer than ${MAX_EVENT_ID_LENGTH} characters.`,
  'Server not configured': 'The platform’s settings are missing on the server.',
}

/** The refusals, by status. */
export function rejections(): Record<string, Answer> {
  const reasons = Object.keys(REJECTIONS) as RejectionReason[]
  const statuses = [...new Set(Object.values(REJECTIONS))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      rejection(
        status,
        reasons.filter((reason) => REJECTIONS[reason] === status),
      ),
    ]),
  )
}

/** The refusal with one status, for one of these reasons. */
export function rejection(status: number, reasons: RejectionReason[]): Answer {
  const schema: z.ZodType<Rejection> = z.object({ error: z.enum(reasons) })
  return {
    description: reasons.map((reason) => CONDITIONS[reason]).join(' '),
    headers: answerHeaders(status),
    content: {
      'application/json': {
        schema: toSchema(schema),
        examples: Object.fromEntries(reasons.map((reason) => [toKey(reason), example(reason)])),
      },
    },
  }
}

function example(reason: RejectionReason): Example {
  const value: Rejection = { error: reason }
  return { summary: CONDITIONS[reason], value }
}

/** Names in OpenAPI have no spaces. */
function toKey(reason: string): string {
  return reason.replaceAll(' ', '_')
}

import { createHash, timingSafeEqual } from 'node:crypto'

import { type EventToSend, parseVisitor, type Redelivery } from '@conversion-capi/core'

/** A call that ended with a sale, as the school's CRM or form records it. Other fields are ignored. */
export interface Call {
  /** ID of the record. The same ID for the same sale. */
  id: string
  /** When the call took place: ISO 8601 with a time zone, for example `2026-11-22T14:05:00+02:00`. */
  calledAt: string
  /** The number of the buyer, with the country code. */
  phone: string
  value: number
  currency: string
  /** Whether the buyer consented to tracking. */
  consent: boolean
  /** What `captureVisitor` returned for the form with which the buyer asked for the call. */
  visitor?: unknown
}

/** Options of {@link createCalls}. */
export interface CallsOptions {
  /** What the CRM sends as `Authorization: Bearer …`. */
  secret: string
  /** From `createRedelivery`, with a sender. */
  redeliver: Redelivery
}

/** Creates a fetch handler that receives calls as JSON and sends each as a `Purchase`. */
export function createCalls({ secret, redeliver }: CallsOptions) {
  if (!secret) throw new TypeError('secret is empty. Create a long random string.')
  const expected = digest(`Bearer ${secret}`)

  return async function handleCall(request: Request): Promise<Response> {
    if (!timingSafeEqual(digest(request.headers.get('Authorization') ?? ''), expected)) {
      return new Response('Unauthorized', { status: 401 })
    }
    const call: unknown = await request.json().catch(() => undefined)
    const problem = findProblem((call ?? {}) as Partial<Call>)
    if (problem) return new Response(problem, { status: 400 })
    if (!(call as Call).consent) return new Response('No consent')
    const { kind } = await redeliver(toPurchase(call as Call))
    // The CRM sends the call again after a 503.
    return new Response(kind, { status: kind === 'retry' ? 503 : 200 })
  }
}

/** Returns what to correct, without a value: the response may be logged. */
function findProblem({ id, calledAt, phone, value, currency, consent }: Partial<Call>) {
  if (typeof id !== 'string' || !id) return 'id must be a string.'
  // Without a time zone, the time would be in this server's zone.
  if (!/(Z|[+-]\d\d:\d\d)$/.test(String(calledAt)) || Number.isNaN(Date.parse(calledAt!))) {
    return 'calledAt must be a time with a time zone, for example 2026-11-22T14:05:00+02:00.'
  }
  if (typeof phone !== 'string' || !phone) return 'phone must be a string.'
  if (typeof value !== 'number') return 'value must be a number.'
  if (typeof currency !== 'string') return 'currency must be a code such as EUR.'
  if (typeof consent !== 'boolean') return 'consent must be true or false.'
  return undefined
}

function toPurchase({ id, calledAt, phone, value, currency, visitor }: Call): EventToSend {
  const lead = parseVisitor(visitor)
  const { fbp, fbc } = lead?.user_data ?? {}
  return {
    event_name: 'Purchase',
    event_id: id,
    event_time: Math.floor(Date.parse(calledAt) / 1000),
    action_source: 'phone_call',
    original_event_data: lead && { event_name: 'Lead', event_id: lead.event_id },
    // The sender hashes the phone number. IP and user agent belong to the form, not to the call.
    user_data: { ph: phone, fbp, fbc },
    custom_data: { value, currency },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

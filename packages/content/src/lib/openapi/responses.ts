import {
  type Accepted,
  MAX_EVENT_ID_LENGTH,
  REJECTIONS,
  type Rejection,
  type RejectionReason,
  type UpstreamBody,
  type UpstreamError,
  type UpstreamUnreachable,
} from '@conversion-capi/core/protocol'
import type { ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31'
import * as z from 'zod'

import { toJsonSchema } from './json-schema.ts'
import { responseHeaders } from './openapi-headers.ts'

/** A response of the proxy, with headers as references. */
export interface JsonResponse extends ResponseObject {
  headers: Record<string, ReferenceObject>
  content?: JsonContent
}

/** JSON content with examples, which the documentation page shows. */
export type JsonContent = {
  'application/json': {
    schema: SchemaObject
    examples: Record<string, { summary: string; value: unknown }>
  }
}

interface BodyVariant<Body> {
  summary: string
  schema: z.ZodType<Body>
  example: Body
}

const upstream: z.ZodType<UpstreamBody> = z
  .record(z.string(), z.unknown())
  .describe('The upstream response body, or `{ "raw": "…" }` if it is not a JSON object.')

const kept = z
  .optional(z.literal(true))
  .describe('The event is in a queue, which sends it later. Do not send it again.')

const accepted: BodyVariant<Accepted> = {
  summary: 'The upstream API accepted the event.',
  schema: z.object({ ok: z.literal(true), upstream }),
  example: {
    ok: true,
    upstream: { events_received: 1, messages: [], fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' },
  },
}

const upstreamError: BodyVariant<UpstreamError> = {
  summary: 'The upstream API returned an error. Transient errors have been retried.',
  schema: z.object({
    ok: z.literal(false),
    status: z.int().min(100).max(599).describe('The upstream HTTP status.'),
    upstream,
    kept,
  }),
  example: {
    ok: false,
    status: 400,
    upstream: {
      error: {
        message: 'Invalid parameter',
        type: 'OAuthException',
        code: 100,
        fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW',
      },
    },
  },
}

const upstreamUnreachable: BodyVariant<UpstreamUnreachable> = {
  summary: 'The upstream API could not be reached or did not respond in time.',
  schema: z.object({
    ok: z.literal(false),
    error: z.string().describe('The error message.'),
    kept,
  }),
  example: { ok: false, error: 'TypeError: fetch failed (ECONNREFUSED)' },
}

/** The body variants of the 200 response (specification 2.3 and 7). */
const EVENT_RESPONSE_BODIES = {
  Accepted: accepted,
  UpstreamError: upstreamError,
  UpstreamUnreachable: upstreamUnreachable,
}

/** Returns the responses to an event, by status. */
export function eventResponses(): Record<string, JsonResponse> {
  return { 200: validEventResponse(), ...rejectionResponses() }
}

/** Returns the schemas that {@link eventResponses} refers to, by name. */
export function eventResponseSchemas(): Record<string, SchemaObject> {
  return Object.fromEntries(
    Object.entries(EVENT_RESPONSE_BODIES).map(([name, { schema }]) => [name, toJsonSchema(schema)]),
  )
}

function validEventResponse(): JsonResponse {
  const variants = Object.entries(EVENT_RESPONSE_BODIES)
  return {
    description: 'The event is valid. `ok` is `true` if the upstream API accepted it.',
    headers: responseHeaders(200),
    content: {
      'application/json': {
        schema: { oneOf: variants.map(([name]) => ({ $ref: `#/components/schemas/${name}` })) },
        examples: Object.fromEntries(
          variants.map(([name, { summary, example }]) => [name, { summary, value: example }]),
        ),
      },
    },
  }
}

/** The condition of each rejection (specification 7). */
const CONDITIONS: Record<RejectionReason, string> = {
  'Method not allowed': 'The method is neither POST nor OPTIONS.',
  'Origin not allowed':
    'The school limits the origins that may send events, and the request’s origin is not one of them.',
  'Invalid JSON': 'The body is malformed or truncated JSON, or takes too long to arrive.',
  'Payload too large': 'The body exceeds 256 KiB or the limit set by the school.',
  'Invalid event_name': 'The body is not an object, or `event_name` is not an allowed event name.',
  'Invalid event_id': `\`event_id\` is missing, not a string, empty, or longer than ${MAX_EVENT_ID_LENGTH} characters.`,
  'Server not configured': 'Required settings, such as the pixel ID, are missing on the server.',
}

function rejectionResponses(): Record<string, JsonResponse> {
  const reasons = Object.keys(REJECTIONS) as RejectionReason[]
  const statuses = [...new Set(Object.values(REJECTIONS))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      rejectionResponse(
        status,
        reasons.filter((reason) => REJECTIONS[reason] === status),
      ),
    ]),
  )
}

/** Returns the rejection with one status, for any of the given reasons. */
export function rejectionResponse(status: number, reasons: RejectionReason[]): JsonResponse {
  const schema: z.ZodType<Rejection> = z.object({ error: z.enum(reasons) })
  return {
    description: reasons.map((reason) => CONDITIONS[reason]).join(' '),
    headers: responseHeaders(status),
    content: {
      'application/json': {
        schema: toJsonSchema(schema),
        examples: Object.fromEntries(reasons.map((reason) => [toKey(reason), toExample(reason)])),
      },
    },
  }
}

function toExample(reason: RejectionReason): { summary: string; value: Rejection } {
  return { summary: CONDITIONS[reason], value: { error: reason } }
}

/** OpenAPI does not allow spaces in component names, and some tools extend that to example names. */
function toKey(reason: string): string {
  return reason.replaceAll(' ', '_')
}

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

import { responseHeaders } from './openapi-headers.ts'

/** A response of the proxy, with headers as references. */
export interface JsonResponse extends ResponseObject {
  headers: Record<string, ReferenceObject>
  content?: JsonContent
}

/** JSON content with examples, which the documentation page shows. */
type JsonContent = {
  'application/json': {
    schema: SchemaObject
    examples: Record<string, { summary: string; value: unknown }>
  }
}

/** A body of the 200 response. */
interface EventResponse<Body> {
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

const fbtrace_id = 'AbCdEfGhIjKlMnOpQrStUvW'

/** The bodies of the 200 response (specification 2.3 and 7). */
const EVENT_RESPONSES: {
  Accepted: EventResponse<Accepted>
  UpstreamError: EventResponse<UpstreamError>
  UpstreamUnreachable: EventResponse<UpstreamUnreachable>
} = {
  Accepted: {
    summary: 'The upstream API accepted the event.',
    schema: z.object({ ok: z.literal(true), upstream }),
    example: { ok: true, upstream: { events_received: 1, messages: [], fbtrace_id } },
  },
  UpstreamError: {
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
        error: { message: 'Invalid parameter', type: 'OAuthException', code: 100, fbtrace_id },
      },
    },
  },
  UpstreamUnreachable: {
    summary: 'The upstream API could not be reached or did not respond in time.',
    schema: z.object({
      ok: z.literal(false),
      error: z.string().describe('The error message.'),
      kept,
    }),
    example: { ok: false, error: 'TypeError: fetch failed (ECONNREFUSED)' },
  },
}

/** Returns the schemas that {@link eventResponses} refers to, by name. */
export function eventResponseSchemas(): Record<string, SchemaObject> {
  return Object.fromEntries(
    Object.entries(EVENT_RESPONSES).map(([name, { schema }]) => [name, toJsonSchema(schema)]),
  )
}

/** Returns the responses to an event, by status. */
export function eventResponses(): Record<string, JsonResponse> {
  const bodies = Object.entries(EVENT_RESPONSES)
  const reasons = Object.keys(REJECTIONS) as RejectionReason[]
  const rejections = reasons.map((reason) => {
    const status = REJECTIONS[reason]
    const alike = reasons.filter((each) => REJECTIONS[each] === status)
    return [status, rejectionResponse(status, alike)] as const
  })
  return {
    200: {
      description: 'The event is valid. `ok` is `true` if the upstream API accepted it.',
      headers: responseHeaders(200),
      content: jsonContent(
        { oneOf: bodies.map(([name]) => ({ $ref: `#/components/schemas/${name}` })) },
        bodies.map(([name, { summary, example }]) => [name, { summary, value: example }]),
      ),
    },
    ...Object.fromEntries(rejections),
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

/** Returns the rejection with one status, for any of the given reasons. */
export function rejectionResponse(status: number, reasons: RejectionReason[]): JsonResponse {
  const schema: z.ZodType<Rejection> = z.object({ error: z.enum(reasons) })
  return {
    description: reasons.map((reason) => CONDITIONS[reason]).join(' '),
    headers: responseHeaders(status),
    content: jsonContent(
      toJsonSchema(schema),
      reasons.map((error) => [
        // OpenAPI allows no spaces in component names, and some tools extend that to the names of examples.
        error.replaceAll(' ', '_'),
        { summary: CONDITIONS[error], value: { error } satisfies Rejection },
      ]),
    ),
  }
}

/** Returns JSON content with named examples. */
export function jsonContent(
  schema: SchemaObject,
  examples: [name: string, { summary: string; value: unknown }][],
): JsonContent {
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

/**
 * Converts a zod schema to a JSON Schema of its input, in the default dialect of OpenAPI 3.1, which needs no
 * `$schema`.
 */
export function toJsonSchema(schema: z.ZodType): SchemaObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest as SchemaObject
}

import type {
  Accepted,
  UpstreamBody,
  UpstreamError,
  UpstreamUnreachable,
} from '@conversion-capi/core/protocol'
import * as z from 'zod'

import type { Example } from './openapi-types.ts'

interface Delivery<Body> extends Example {
  schema: z.ZodType<Body>
  value: Body
}

const upstream: z.ZodType<UpstreamBody> = z
  .record(z.string(), z.unknown())
  .describe('The platform’s own answer; `{ "raw": "…" }` where that was no JSON object.')

const accepted: Delivery<Accepted> = {
  summary: 'The platform accepted the event.',
  schema: z.object({ ok: z.literal(true), upstream }),
  value: {
    ok: true,
    upstream: { events_received: 1, messages: [], fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' },
  },
}

const upstreamError: Delivery<UpstreamError> = {
  summary: 'The platform answered with an error, after retries where those could help.',
  schema: z.object({
    ok: z.literal(false),
    status: z.int().min(100).max(599).describe('The platform’s HTTP status.'),
    upstream,
  }),
  value: {
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

const upstreamUnreachable: Delivery<UpstreamUnreachable> = {
  summary: 'The platform could not be reached, or gave no answer in time.',
  schema: z.object({ ok: z.literal(false), error: z.string().describe('What went wrong.') }),
  value: { ok: false, error: 'TypeError: fetch failed (ECONNREFUSED)' },
}

/** The answers to an event that could be used: always 200 (specification 2.3 and 7). */
export const DELIVERIES = {
  Accepted: accepted,
  UpstreamError: upstreamError,
  UpstreamUnreachable: upstreamUnreachable,
}

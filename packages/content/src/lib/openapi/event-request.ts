import {
  EVENT_NAMES,
  type EventRequest,
  MAX_EVENT_ID_LENGTH,
  type PiiKey,
  type UserDataKey,
} from '@conversion-capi/core/protocol'
import * as z from 'zod'

/** One person has no more addresses or names; the proxy reads no more of a list. */
const MOST_IDENTIFIERS = 20

const someText = z.string().min(1)

// The proxy hashes what is not hashed, but a client should not rely on it. The end is the appendix that
// Meta's own libraries add to a digest.
const digest = z.string().regex(/^[0-9a-f]{64}(\.(A[Qgw]|B[AQg]|[0-9A-Za-z_-]{8}))?$/)

const piiFields = {
  em: oneOrMany(digest).describe('E-mail address, trimmed and in lower case, then SHA-256.'),
  ph: oneOrMany(digest).describe('Phone number with country code, digits only, then SHA-256.'),
  fn: oneOrMany(digest).describe(
    'First name in lower case, without spaces and punctuation, then SHA-256.',
  ),
  ln: oneOrMany(digest).describe(
    'Last name in lower case, without spaces and punctuation, then SHA-256.',
  ),
} satisfies Record<PiiKey, z.ZodType>

const userDataFields = {
  fbp: someText.describe('The `_fbp` cookie as it stands.'),
  fbc: someText.describe('The `_fbc` cookie as it stands.'),
  external_id: oneOrMany(someText).describe('The school’s own id of the person.'),
  ...piiFields,
  client_user_agent: someText.describe(
    'Used only when the request has no `User-Agent` header, which browsers always send.',
  ),
} satisfies Record<UserDataKey, z.ZodType>

/** The body of a request to the proxy (specification 2.1), as a client should write it. */
export const eventRequest: z.ZodType<EventRequest> = z.object({
  event_name: z.enum(EVENT_NAMES).describe('What the visitor did. Exact and case-sensitive.'),
  event_id: z
    .string()
    .min(1)
    .max(MAX_EVENT_ID_LENGTH)
    .describe(
      'A UUID made in the page, the same as the `eventID` of the browser pixel’s event, so that the platform counts the two as one. Its length is counted in UTF-16 code units, as JavaScript does.',
    ),
  event_source_url: z.url().optional().describe('The page on which it happened.'),
  user_data: z
    .object(userDataFields)
    .partial()
    .optional()
    .describe('What is known of the visitor. Keys other than these are not forwarded.'),
  custom_data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('More about the event, such as `value` and `currency`. Forwarded as it is.'),
})

function oneOrMany(one: z.ZodType<string>): z.ZodType<string | string[]> {
  return z.union([one, z.array(one).min(1).max(MOST_IDENTIFIERS)])
}

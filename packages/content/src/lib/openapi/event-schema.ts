import {
  EVENT_NAMES,
  type EventRequest,
  MAX_EVENT_ID_LENGTH,
  MAX_IDENTIFIERS,
  MAX_JSON_DEPTH,
  type UserDataKey,
} from '@conversion-capi/core/protocol'
import * as z from 'zod'

const nonEmptyText = z.string().min(1)

// The proxy also accepts unhashed values and hashes them, but the documentation asks clients to hash. The suffix
// is the appendix that Meta's libraries add to a digest.
const digest = z.string().regex(/^[0-9a-f]{64}(\.(A[Qgw]|B[AQg]|[0-9A-Za-z_-]{8}))?$/)

const userDataFields = {
  fbp: nonEmptyText.describe('The value of the `_fbp` cookie.'),
  fbc: nonEmptyText.describe('The value of the `_fbc` cookie.'),
  external_id: oneOrMany(nonEmptyText).describe('The school’s ID for the person.'),
  em: oneOrMany(digest).describe('Email address, trimmed and lowercased, then SHA-256.'),
  ph: oneOrMany(digest).describe('Phone number with country code, digits only, then SHA-256.'),
  fn: oneOrMany(digest).describe(
    'First name, lowercased, without spaces and punctuation, then SHA-256.',
  ),
  ln: oneOrMany(digest).describe(
    'Last name, lowercased, without spaces and punctuation, then SHA-256.',
  ),
  client_user_agent: nonEmptyText.describe(
    'Used only if the request has no `User-Agent` header. Browsers always send one.',
  ),
} satisfies Record<UserDataKey, z.ZodType>

/** The request body as clients should write it (specification 2.1). The proxy itself is more lenient. */
export const eventSchema: z.ZodType<EventRequest> = z.object({
  event_name: z.enum(EVENT_NAMES).describe('The event name. Case-sensitive.'),
  event_id: z
    .string()
    .min(1)
    .max(MAX_EVENT_ID_LENGTH)
    .describe(
      'A UUID generated in the page and also used as the `eventID` of the browser pixel event, so that the two events are deduplicated. The length is counted in UTF-16 code units, as in JavaScript.',
    ),
  event_source_url: z.url().optional().describe('The URL of the page that produced the event.'),
  user_data: z
    .object(userDataFields)
    .partial()
    .optional()
    .describe('Data about the visitor. Unlisted keys are dropped.'),
  custom_data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      `Data about the event, such as \`value\` and \`currency\`. Forwarded without numbers beyond ±(2^53 - 1) and without unhashed personal data, otherwise unchanged. An object nested deeper than ${MAX_JSON_DEPTH} levels is dropped.`,
    ),
})

function oneOrMany(one: z.ZodType<string>): z.ZodType<string | string[]> {
  return z.union([one, z.array(one).min(1).max(MAX_IDENTIFIERS)])
}

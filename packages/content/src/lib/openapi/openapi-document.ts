import { type EventRequest, PII_KEYS } from '@conversion-capi/core/protocol'
import type { InfoObject, OpenAPIObject, OperationObject } from 'openapi3-ts/oas31'

import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { absoluteUrl, endpointUrl } from '../url.ts'
import { eventSchema } from './event-schema.ts'
import { RESPONSE_HEADERS, responseHeaders } from './openapi-headers.ts'
import {
  eventResponses,
  eventResponseSchemas,
  jsonContent,
  rejectionResponse,
  toJsonSchema,
} from './responses.ts'

export type OpenapiDocument = ReturnType<typeof openapiDocument>

/**
 * Builds the OpenAPI 3.1 document of the conversion proxy.
 *
 * Names, limits and rejections come from `@conversion-capi/core/protocol`, and the schemas are bound to its
 * types, so that the document cannot drift from the proxy.
 */
export function openapiDocument(school: School) {
  const endpoint = new URL(endpointUrl(school))
  return {
    openapi: '3.1.0',
    info: apiInfo(school),
    externalDocs: {
      description: 'API documentation',
      url: absoluteUrl(school, PATHS.apiHtml),
    },
    servers: [{ url: endpoint.origin }],
    security: [],
    paths: {
      [endpoint.pathname]: {
        post: sendEventOperation(school, endpoint.href),
        options: {
          operationId: 'preflight',
          summary: 'CORS preflight',
          description: 'Sent automatically by browsers before they send an event.',
          security: [],
          responses: {
            204: {
              description: 'The page may send events. The response has no body.',
              headers: responseHeaders(204),
            },
            403: rejectionResponse(403, ['Origin not allowed']),
          },
        },
      },
    },
    components: {
      schemas: { EventRequest: toJsonSchema(eventSchema), ...eventResponseSchemas() },
      headers: RESPONSE_HEADERS,
    },
  } satisfies OpenAPIObject
}

/** Returns the general information. `summary` is in OpenAPI 3.1, but not in the types of `openapi3-ts`. */
function apiInfo(school: School): InfoObject & { summary: string; description: string } {
  const { email } = school.contacts ?? {}
  return {
    title: `Conversion events of ${school.name}`,
    version: '1.0.0',
    summary: 'Forwards conversion events from the school’s pages to its advertising platform.',
    description: [
      'First-party conversion tracking. Visitors’ browsers send an event; the proxy adds the client IP, the user agent, the time and the action source `website`, and forwards the event to the upstream API of the advertising platform.',
      'There is no authentication: no key, no token and no registration.',
      'The proxy never blocks a page: if the upstream API rejects an event or cannot be reached, the status is 200 and `ok` is `false`.',
      `${PII_KEYS.map((key) => `\`${key}\``).join(', ')} are personal data. Hash them with SHA-256 in the browser before sending them.`,
    ].join('\n\n'),
    contact: { name: school.name, url: absoluteUrl(school, '/'), ...(email && { email }) },
    license: { name: 'MIT', identifier: 'MIT' },
  }
}

function sendEventOperation(school: School, endpoint: string) {
  const example: EventRequest = {
    event_name: 'Lead',
    event_id: 'c3f6d3f8-7d0b-4c53-9f0e-2a1d7f9b6e10',
    event_source_url: absoluteUrl(school, '/'),
    user_data: { fbp: 'fb.1.1788252000000.1098115397' },
    custom_data: { content_name: 'Trial lesson' },
  }
  const summary = 'Sent by a page after a visitor has requested a lesson.'
  return {
    operationId: 'sendEvent',
    summary: 'Send a conversion event',
    description:
      'Every accepted event is forwarded as a real conversion. There is no sandbox: never send synthetic or test events.',
    security: [],
    requestBody: {
      description:
        'A JSON object. The `Content-Type` header is ignored. Malformed optional fields and unlisted fields are dropped; they never cause a rejection.',
      required: true,
      content: jsonContent({ $ref: '#/components/schemas/EventRequest' }, [
        ['Lead', { summary, value: example }],
      ]),
    },
    responses: eventResponses(),
    'x-codeSamples': codeSamples(school.tracker, endpoint),
  } satisfies OperationObject
}

/**
 * Returns samples for the `x-codeSamples` extension, which the common OpenAPI renderers show. They are for web pages only:
 * an event sent by hand, as with curl, is not a conversion.
 */
function codeSamples(tracker: string, endpoint: string) {
  return [
    {
      lang: 'JavaScript',
      label: 'With this site’s script',
      source: `// After a visitor has requested a lesson. The script generates the
// event_id, hashes the personal data and calls the browser pixel.
${tracker}.track('Lead', {}, { email: form.email.value })
`,
    },
    {
      lang: 'JavaScript',
      label: 'Without the script',
      source: `const event_id = crypto.randomUUID()
fbq('track', 'Lead', {}, { eventID: event_id })

const response = await fetch(${JSON.stringify(endpoint)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    event_name: 'Lead',
    event_id,
    event_source_url: location.href,
  }),
  keepalive: true,
})
const { ok } = await response.json()
`,
    },
  ]
}

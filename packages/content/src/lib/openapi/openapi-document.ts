import { PII_KEYS } from '@conversion-capi/core/protocol'

import { absoluteUrl, endpointUrl } from '../url.ts'
import { PATHS } from '../resource.ts'
import type { School } from '../school-schema.ts'
import { ANSWER_HEADERS, answerHeaders } from './answer-headers.ts'
import { DELIVERIES } from './deliveries.ts'
import { eventRequest } from './event-request.ts'
import type { OpenapiDocument, Operation } from './openapi-types.ts'
import { rejection } from './rejections.ts'
import { sendEvent } from './send-event.ts'
import { toSchema } from './to-schema.ts'

/**
 * The conversion proxy in OpenAPI 3.1.
 *
 * Names, limits and refusals are those of the proxy's own vocabulary, to which the schemas are bound: what
 * changes there changes here, or does not compile.
 */
export function openapiDocument(school: School): OpenapiDocument {
  const endpoint = new URL(endpointUrl(school))
  return {
    openapi: '3.1.0',
    info: {
      title: `Conversion events of ${school.name}`,
      version: '1.0.0',
      summary: 'Relays what happens on the school’s pages to its advertising platform.',
      description: DESCRIPTION,
      contact: { name: school.name, url: absoluteUrl(school, '/'), email: school.contacts.email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { description: 'The same, to read', url: absoluteUrl(school, PATHS.apiHtml) },
    servers: [{ url: endpoint.origin }],
    security: [],
    paths: {
      [endpoint.pathname]: { post: sendEvent(school, endpoint.href), options: preflight() },
    },
    components: {
      schemas: {
        EventRequest: toSchema(eventRequest),
        ...Object.fromEntries(
          Object.entries(DELIVERIES).map(([name, { schema }]) => [name, toSchema(schema)]),
        ),
      },
      headers: ANSWER_HEADERS,
    },
  }
}

const DESCRIPTION = [
  'First-party conversion tracking. Visitors’ browsers send an event; the proxy adds the client’s address and user agent, the time and the action source `website`, and forwards it. It stores nothing.',
  'There is no authentication: no key, no token, nothing to register.',
  'No page is held up: when the platform refuses an event or cannot be reached, the status is 200 and `ok` is `false`.',
  `${PII_KEYS.map((key) => `\`${key}\``).join(', ')} are personal data: hash them with SHA-256 in the browser, before they are sent.`,
].join('\n\n')

function preflight(): Operation {
  return {
    operationId: 'preflight',
    summary: 'Ask whether a page may send events (CORS)',
    description: 'What browsers ask by themselves before they send an event.',
    security: [],
    responses: {
      204: {
        description: 'To OPTIONS: the page may send events. There is no body.',
        headers: answerHeaders(204),
      },
      403: rejection(403, ['Origin not allowed']),
    },
  }
}

import type { EventRequest } from '@conversion-capi/core/protocol'

import { absoluteUrl } from '../url.ts'
import type { School } from '../school-schema.ts'
import { answerHeaders } from './answer-headers.ts'
import { codeSamples } from './code-samples.ts'
import { DELIVERIES } from './deliveries.ts'
import type { Answer, Content, PathItem } from './openapi-types.ts'
import { rejections } from './rejections.ts'

/** The POST operation: all that the proxy is for. */
export function sendEvent(school: School, endpoint: string): PathItem['post'] {
  return {
    operationId: 'sendEvent',
    summary: 'Send a conversion event',
    description:
      'Every accepted event is forwarded as a real conversion. There is no sandbox: never send synthetic or test events.',
    security: [],
    requestBody: {
      description:
        'JSON, whatever the `Content-Type` says. A malformed optional field is left out, and is never a reason to refuse the event; a field that is not listed is not forwarded.',
      required: true,
      content: requestContent(school),
    },
    responses: { 200: delivered(), ...rejections() },
    'x-codeSamples': codeSamples(school.tracker, endpoint),
  }
}

function requestContent(school: School): Content {
  const value: EventRequest = {
    event_name: 'Lead',
    event_id: 'c3f6d3f8-7d0b-4c53-9f0e-2a1d7f9b6e10',
    event_source_url: absoluteUrl(school, '/'),
    user_data: { fbp: 'fb.1.1788252000000.1098115397' },
    custom_data: { content_name: 'Trial lesson' },
  }
  const summary = 'Sent by a page when a visitor has asked for a lesson.'
  return {
    'application/json': {
      schema: { $ref: '#/components/schemas/EventRequest' },
      examples: { Lead: { summary, value } },
    },
  }
}

function delivered(): Answer {
  const deliveries = Object.entries(DELIVERIES)
  return {
    description: 'The event could be used. Whether the platform accepted it is told by `ok`.',
    headers: answerHeaders(200),
    content: {
      'application/json': {
        schema: { oneOf: deliveries.map(([name]) => ({ $ref: `#/components/schemas/${name}` })) },
        examples: Object.fromEntries(
          deliveries.map(([name, { summary, value }]) => [name, { summary, value }]),
        ),
      },
    },
  }
}

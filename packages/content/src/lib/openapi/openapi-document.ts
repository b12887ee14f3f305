import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import type {
  HeaderObject,
  InfoObject,
  OpenAPIObject,
  OperationObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31'

import { PATHS } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl, endpointUrl } from '../url.ts'
import template from './openapi.json' with { type: 'json' }

/** The OpenAPI 3.1 document of the conversion proxy. `summary` is missing in the types of `openapi3-ts`. */
export interface OpenapiDocument extends OpenAPIObject {
  info: InfoObject & { summary: string; description: string }
  servers: [{ url: string }]
  paths: Record<string, { post: PostOperation; options: Operation }>
  components: {
    schemas: Record<string, SchemaObject>
    headers: Record<string, HeaderObject>
  }
}

interface Operation extends OperationObject {
  summary: string
  description: string
  responses: Record<string, JsonResponse>
}

interface PostOperation extends Operation {
  requestBody: RequestBodyObject & { description: string }
  'x-codeSamples': { lang: string; label: string; source: string }[]
}

/** A response of the proxy, with examples that the documentation page shows. */
export interface JsonResponse extends ResponseObject {
  headers: Record<string, { $ref: string }>
  content?: {
    'application/json': {
      schema: SchemaObject
      examples: Record<string, { summary: string; value: unknown }>
    }
  }
}

/** Fills in the template with what differs between schools. Tests compare the rest with the proxy. */
export function openapiDocument(school: School): OpenapiDocument {
  const endpoint = new URL(endpointUrl(school))
  const { email } = school.contacts ?? {}
  const values: Record<string, string> = {
    name: school.name,
    url: absoluteUrl(school, '/'),
    documentation: absoluteUrl(school, PATHS.apiHtml),
    origin: endpoint.origin,
    endpoint: JSON.stringify(endpoint.href),
    tracker: school.tracker,
  }
  const document: OpenapiDocument = JSON.parse(JSON.stringify(template), (_key, value) =>
    typeof value === 'string'
      ? value.replaceAll(/\{([a-z]+)\}/g, (_, name) => values[name]!)
      : value,
  )
  document.info.contact = { ...document.info.contact, ...(email && { email }) }
  document.paths = { [endpoint.pathname]: document.paths['{path}']! }
  const { event_name } = document.components.schemas['EventRequest']!.properties!
  Object.assign(event_name!, { enum: EVENT_NAMES })
  return document
}

import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import { PATHS } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl, endpointUrl } from '../url.ts'
import template from './openapi.json' with { type: 'json' }

type Template = typeof template

export type OpenapiDocument = Omit<Template, 'paths'> & {
  paths: Record<string, Template['paths']['{path}']>
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
  const document: Template = JSON.parse(JSON.stringify(template), (_key, value) =>
    typeof value === 'string'
      ? value.replaceAll(/\{([a-z]+)\}/g, (_, name) => values[name]!)
      : value,
  )
  Object.assign(document.info.contact, email && { email })
  Object.assign(document.components.schemas.EventRequest.properties.event_name, {
    enum: EVENT_NAMES,
  })
  return { ...document, paths: { [endpoint.pathname]: document.paths['{path}'] } }
}

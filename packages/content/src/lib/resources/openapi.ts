import { openapiDocument } from '../openapi/openapi-document.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/** `/openapi.json`: the endpoint as a machine reads it; the target of `service-desc` in the API catalog. */
export function openapi(school: School): Resource {
  return {
    path: PATHS.openapi,
    contentType: 'application/json',
    body: `${JSON.stringify(openapiDocument(school), undefined, 2)}\n`,
  }
}

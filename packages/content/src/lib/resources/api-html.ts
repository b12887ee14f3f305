import { h } from 'hastscript'

import { absoluteUrl } from '../url.ts'
import { apiReference } from '../html/api-reference.ts'
import { renderPage } from '../html/render-page.ts'
import { openapiDocument } from '../openapi/openapi-document.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/** `/docs/api.html`: the OpenAPI document as a person reads it, without a script (specification 4.2). */
export function apiHtml(school: School): Resource {
  const document = openapiDocument(school)
  const openapi = absoluteUrl(school, PATHS.openapi)
  const page = {
    path: PATHS.apiHtml,
    language: 'en',
    title: document.info.title,
    description: document.info.summary,
    main: [
      ...apiReference(document),
      h('h2', 'See also'),
      h('ul', [
        h('li', [h('a', { href: openapi }, 'openapi.json'), ': this page for machines']),
        h('li', [
          h('a', { href: absoluteUrl(school, PATHS.authMd) }, 'auth.md'),
          ': why there is nothing to register',
        ]),
      ]),
    ],
  }
  return {
    path: PATHS.apiHtml,
    contentType: 'text/html; charset=utf-8',
    body: renderPage(school, page),
    headers: { Link: `<${openapi}>; rel="service-desc"; type="application/json"` },
  }
}

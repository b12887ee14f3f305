import { h } from 'hastscript'

import { apiReference } from '../html/api-reference.ts'
import { renderPage } from '../html/render-page.ts'
import { openapiDocument } from '../openapi/openapi-document.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'

/** Renders `/docs/api.html`: the OpenAPI document as a page without scripts, in English (specification 4.2). */
export function apiHtml(school: School): Resource {
  const document = openapiDocument(school)
  const openapiUrl = absoluteUrl(school, PATHS.openapi)
  const authUrl = absoluteUrl(school, PATHS.authMd)
  return {
    path: PATHS.apiHtml,
    contentType: 'text/html; charset=utf-8',
    body: renderPage(school, {
      path: PATHS.apiHtml,
      language: 'en',
      title: 'Conversion events',
      description: document.info.summary,
      main: [
        ...apiReference(document),
        h('h2', 'See also'),
        h('ul', [
          h('li', [
            h('a', { href: openapiUrl }, 'openapi.json'),
            ': this API in the OpenAPI format',
          ]),
          h('li', [h('a', { href: authUrl }, 'auth.md'), ': access is anonymous']),
        ]),
      ],
    }),
    headers: {
      Link: `<${openapiUrl}>; rel="service-desc"; type="application/json"`,
      'Content-Language': 'en',
    },
  }
}

export function openapiJson(school: School): Resource {
  return {
    path: PATHS.openapi,
    contentType: 'application/json',
    body: `${JSON.stringify(openapiDocument(school), undefined, 2)}\n`,
    headers: { 'Content-Language': 'en' },
  }
}

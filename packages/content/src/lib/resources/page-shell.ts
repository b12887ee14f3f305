import { h } from 'hastscript'

import { absoluteUrl } from '../url.ts'
import { redirectScript } from '../html/redirect-script.ts'
import { renderPage } from '../html/render-page.ts'
import { labelsOf } from '../labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/**
 * `/404.html`, which hosts answer for an unknown path: sends the visitor to the matching page of the main
 * site (specification 4.2), and says that there is no such page where that cannot be.
 */
export function pageShell(school: School): Resource {
  const { mainSite } = school
  const labels = labelsOf(school)
  return {
    path: PATHS.notFound,
    contentType: 'text/html; charset=utf-8',
    body: renderPage(school, {
      path: PATHS.notFound,
      title: `${labels.notFoundTitle} · ${school.name}`,
      description: school.summary,
      isShell: true,
      head: mainSite ? [h('script', redirectScript(mainSite))] : [],
      main: [
        h('h1', labels.notFoundTitle),
        ...(mainSite ? [h('p', labels.notFoundText)] : []),
        h('ul', [
          ...(mainSite ? [h('li', [h('a', { href: `${mainSite}/` }, labels.goToMainSite)])] : []),
          h('li', [h('a', { href: absoluteUrl(school, '/') }, labels.home)]),
        ]),
      ],
    }),
  }
}

import { h } from 'hastscript'

import { renderPage, toScriptJson } from '../html/render-page.ts'
import { labelsOf, untranslatedLabels } from '../school/labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'

/**
 * Renders `/404.html`, which hosts serve for unknown paths. It redirects to the matching page of the main site
 * (specification 4.2). If the school has no main site, it is a plain "not found" page.
 *
 * It is in English while a label is not translated, so that unknown paths are redirected without labels too.
 */
export function pageShell(school: School): Resource {
  const { mainSite } = school
  const language = untranslatedLabels(school).length > 0 ? 'en' : school.language
  const labels = labelsOf(language === school.language ? school : { language })
  return {
    path: PATHS.notFound,
    contentType: 'text/html; charset=utf-8',
    body: renderPage(school, {
      path: PATHS.notFound,
      language,
      title: labels.notFoundTitle,
      description: (language === school.language && school.summary) || labels.notFoundTitle,
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

/**
 * Returns a script that redirects directory-style paths (no dot in the last segment) to the main site.
 *
 * The target is always on the main site's hostname: the path follows a complete origin, and leading slashes are
 * collapsed, so that the main site cannot mistake them for a hostname either.
 */
export function redirectScript(mainSite: string): string {
  return `
(() => {
  const mainSite = ${toScriptJson(mainSite)}
  const { origin, pathname, search, hash } = location
  const isFile = pathname.split('/').pop().includes('.')
  // Hosts that strip ".html" serve this file as /404.
  if (isFile || origin === mainSite || /^\\/404\\/?$/.test(pathname)) return
  // Break the loop if the main site redirects the visitor back, even with another query or path.
  const now = Date.now()
  let sent = []
  try {
    const stored = JSON.parse(sessionStorage.getItem('page-shell'))
    sent = stored.filter(([, time]) => typeof time === 'number' && Math.abs(now - time) < 10000)
  } catch {}
  if (sent.length > 2 || sent.some(([path]) => path === pathname)) return
  try {
    sessionStorage.setItem('page-shell', JSON.stringify([...sent, [pathname, now]]))
  } catch {
    // Without storage, a visitor from either site may be in a loop.
    const from = document.referrer + '/'
    if ([origin, mainSite].some((site) => from.startsWith(site + '/'))) return
  }
  location.replace(mainSite + pathname.replace(/^\\/+/, '/') + search + hash)
})()
`
}

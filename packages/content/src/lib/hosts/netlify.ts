import { stringify } from 'smol-toml'

import { PATHS } from '../resource.ts'
import { varyByAccept } from '../serve/negotiation.ts'
import { type HostFile, type HostRenderer, type HostRule, renderHeadersFile } from './host-rules.ts'
import { NETLIFY_MARKDOWN } from './netlify-markdown.ts'

export const netlifyFiles: HostRenderer = (rules, hasFallback, copies) => {
  const negotiates = rules.some(({ markdown }) => markdown !== undefined)
  const linked = new Set(copies.map(({ copyOf }) => copyOf))
  const exact = rules.filter(({ path }) => !linked.has(path))
  return [headers(rules), settings(exact, hasFallback), ...(negotiates ? [EDGE_FUNCTION] : [])]
}

const EDGE_FUNCTION: HostFile = {
  root: 'project',
  path: 'netlify/edge-functions/conversion-capi-markdown.js',
  body: NETLIFY_MARKDOWN,
}

/**
 * Netlify matches a path with and without a trailing slash, and in any case. It documents no limit, and cannot write a
 * part of the path into a header, so each file has a rule.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 */
function headers(rules: HostRule[]): HostFile {
  const written = rules.map(({ path, headers, markdown }) => ({
    path,
    headers: markdown === undefined ? headers : varyByAccept(headers),
  }))
  const body = renderHeadersFile('Netlify: the headers of the machine-readable files.', written)
  return { root: 'publish', path: '_headers', body }
}

/**
 * Makes Netlify serve `/docs/api.html` at that URL only (specification 4.2).
 *
 * By default Netlify redirects a URL that ends with `.html` to the one without, and serves the file there. A forced
 * rule hides the second URL, with and without a trailing slash, unless the site links to it.
 *
 * @see https://docs.netlify.com/manage/routing/redirects/redirect-options/
 */
function settings(rules: HostRule[], hasFallback: boolean): HostFile {
  const pages = rules.filter(({ path }) => path.endsWith('.html') && path !== PATHS.notFound)
  const hidden = pages.map(({ path }) => {
    const from = path.slice(0, -'.html'.length)
    return { from, to: PATHS.notFound, status: 404, force: true }
  })
  // Not `/*`, which could take requests from functions: their path has three parts.
  const served = ['/:page', '/:folder/:page']
  const fallbacks = served.map((from) => ({ from, to: '/index.html', status: 200 }))
  const redirects = hasFallback ? [...hidden, ...fallbacks] : hidden
  const config = {
    build: { processing: { html: { pretty_urls: false } } },
    // An empty list would be a key of the last table of the file that it is merged into.
    ...(redirects.length > 0 && { redirects }),
  }
  const comment = '# Netlify: the machine-readable pages are served at their exact URLs only.'
  return { root: 'project', path: 'netlify.toml', body: `${comment}\n\n${stringify(config)}` }
}

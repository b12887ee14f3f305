import {
  fillStem,
  groupRules,
  type HostFile,
  type HostRenderer,
  type HostRule,
  type PageCopy,
  renderHeadersFile,
  renderJson,
  type RuleGroup,
} from './host-rules.ts'

export const cloudflareFiles: HostRenderer = (rules, hasFallback, copies) => [
  headers(rules),
  redirects(copies),
  settings(hasFallback),
]

/**
 * Cloudflare runs no Worker by `Accept`, so nothing here varies; the Markdown version has its own URL. The
 * headers do not apply to responses of a Worker.
 *
 * Markdown versions share a pattern. A rule that a pattern also matches removes the headers that it sets differently.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/headers/
 */
function headers(rules: HostRule[]): HostFile {
  const patterns = sharedPatterns(rules)
  const others = rules.flatMap(({ path, headers }) => {
    const pattern = patterns.find(({ suffix }) => path.endsWith(suffix) && path !== suffix)
    if (!pattern) return { path: encodeDollar(path), headers }
    const stem = path.slice(1, -pattern.suffix.length)
    const inherited = new Map(Object.entries(fillStem(pattern.headers, `/${stem}`)))
    const own = Object.entries(headers).filter(([name, value]) => inherited.get(name) !== value)
    const removed = [...inherited.keys()].filter((name) => inherited.get(name) !== headers[name])
    if (own.length + removed.length === 0) return []
    return { path: encodeDollar(path), removed, headers: Object.fromEntries(own) }
  })
  const written = [
    ...patterns.map(({ suffix, headers }) => ({
      path: `/*${suffix}`,
      headers: fillStem(headers, '/:splat'),
    })),
    ...others,
  ]
  const body = renderHeadersFile('Cloudflare: the headers of the machine-readable files.', written)
  return { root: 'publish', path: '_headers', body }
}

/** Returns the largest group of Markdown versions for each suffix, if it has several. */
function sharedPatterns(rules: HostRule[]): RuleGroup[] {
  const groups = groupRules(rules)
    .filter(({ stems, suffix }) => suffix.endsWith('.md') && stems.length > 1)
    .sort((one, other) => one.stems.length - other.stems.length)
  return [...new Map(groups.map((group) => [group.suffix, group])).values()]
}

/** Cloudflare redirects to the encoded form of a path before it looks up its headers. */
function encodeDollar(path: string): string {
  return path.replaceAll('$', '%24')
}

/**
 * Serves the page of a folder at the folder's URL, and pages at their second URLs, without a redirect. That is
 * Cloudflare's default, but `settings` turns it off.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/redirects/#proxying
 */
function redirects(copies: PageCopy[]): HostFile {
  return {
    root: 'publish',
    path: '_redirects',
    body: `# Cloudflare: folders respond with their pages.

${copies.map(({ path, copyOf, isRedirect }) => `${path} ${copyOf} ${isRedirect ? 308 : 200}\n`).join('')}/ /index.html 200
/*/ /:splat/index.html 200
`,
  }
}

/**
 * Serves every file at its exact URL only (specification 4.2), and the page shell at unknown paths.
 *
 * Only Workers support this: Cloudflare Pages always removes `.html` from URLs.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/routing/advanced/html-handling/
 */
function settings(hasFallback: boolean): HostFile {
  const notFound = hasFallback ? 'single-page-application' : '404-page'
  const config = { assets: { html_handling: 'none', not_found_handling: notFound } }
  return { root: 'project', path: 'wrangler.jsonc', body: renderJson(config) }
}

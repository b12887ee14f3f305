import { type HostFile, type HostRule, renderHeadersFile, renderJson } from './host-rules.ts'

/**
 * Returns the files for Cloudflare Workers with static assets: `_headers`, `_redirects` and the asset settings of
 * `wrangler.jsonc`.
 *
 * @throws {Error} If the rules exceed Cloudflare's limits.
 */
export function cloudflareFiles(rules: HostRule[]): HostFile[] {
  return [headers(rules), redirects(), settings()]
}

/**
 * Cloudflare cannot negotiate by `Accept`, so nothing here varies; the Markdown version has its own URL. The
 * headers do not apply to responses of a Worker.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/headers/
 */
function headers(rules: HostRule[]): HostFile {
  if (rules.length > MAX_RULES) {
    throw new Error(
      `Cloudflare reads the headers of ${MAX_RULES} files, and there are ${rules.length}. Put more pages into each sitemap, or serve the files with serveResources.`,
    )
  }
  const body = renderHeadersFile(
    'Cloudflare: the headers of the machine-readable files.',
    rules.map((rule) => ({ ...rule, path: encodeDollar(rule.path) })),
  )
  const long = body.split('\n').find((line) => line.length > MAX_LINE_LENGTH)
  if (long !== undefined) {
    throw new Error(
      `Cloudflare reads lines of up to ${MAX_LINE_LENGTH} characters, and this header has ${long.length}: ${long.slice(0, 60).trim()}… Write a shorter one.`,
    )
  }
  return { host: 'cloudflare', root: 'publish', path: '_headers', body }
}

const MAX_RULES = 100
const MAX_LINE_LENGTH = 2000

/** Cloudflare redirects to the encoded form of a path before it looks up its headers. */
function encodeDollar(path: string): string {
  return path.replaceAll('$', '%24')
}

/**
 * Serves the page of a folder at the folder's URL without a redirect. That is Cloudflare's default, but `settings`
 * turns it off.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/redirects/#proxying
 */
function redirects(): HostFile {
  return {
    host: 'cloudflare',
    root: 'publish',
    path: '_redirects',
    body: `# Cloudflare: folders respond with their pages.

/ /index.html 200
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
function settings(): HostFile {
  const config = { assets: { html_handling: 'none', not_found_handling: '404-page' } }
  return {
    host: 'cloudflare',
    root: 'project',
    path: 'wrangler.jsonc',
    body: renderJson(config),
  }
}

import { headersFile } from './headers-file.ts'
import type { HostFile } from './host-file.ts'
import type { HostRule } from './host-rule.ts'

/**
 * Cloudflare's `_headers`, for Workers with static assets: the exact type and the other headers of every file.
 *
 * Cloudflare cannot choose by `Accept`, so nothing here varies; the Markdown twin has its own address. A
 * Worker's own answers get none of these headers. Throws when there is more than Cloudflare reads.
 *
 * @see https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function cloudflareHeaders(rules: HostRule[]): HostFile {
  if (rules.length > MOST_RULES) {
    throw new Error(
      `Cloudflare reads the headers of ${MOST_RULES} files and there are ${rules.length}: write sitemaps with more pages each, or serve the files with serveResources.`,
    )
  }
  const body = headersFile(
    'Cloudflare: the headers of the files that machines read.',
    rules.map((rule) => ({ ...rule, path: encoded(rule.path) })),
  )
  const long = body.split('\n').find((line) => line.length > LONGEST_LINE)
  if (long !== undefined) {
    throw new Error(
      `Cloudflare reads lines of ${LONGEST_LINE} characters, and this header has ${long.length}: ${long.slice(0, 60).trim()}… Write a shorter one.`,
    )
  }
  return { host: 'cloudflare', place: 'site', path: '_headers', body }
}

const MOST_RULES = 100
const LONGEST_LINE = 2000

/** Cloudflare redirects to the encoded form of a path before it looks for its headers. */
function encoded(path: string): string {
  return path.replaceAll('$', '%24')
}

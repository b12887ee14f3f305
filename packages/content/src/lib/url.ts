import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/**
 * Returns a URL in one canonical spelling. Encodes more than the URL standard does: parentheses, which end a URL in Markdown, and
 * the characters that Markdown renderers encode when they write HTML.
 */
export function canonicalUrl(url: string): string {
  const { href, origin } = new URL(url)
  return origin + href.slice(origin.length).replace(UNSAFE, percentEncode)
}

export function absoluteUrl(site: { url: string }, path: string): string {
  return canonicalUrl(site.url + path)
}

/** Returns the paths of pages and of their versions in other languages. */
export function pagePaths(
  pages: { path: string; variants?: Record<string, string> | undefined }[],
): string[] {
  return pages.flatMap(({ path, variants }) => [path, ...Object.values(variants ?? {})])
}

export function endpointUrl(school: { url: string; endpoint?: string | undefined }): string {
  return school.endpoint ?? absoluteUrl(school, CONVERSION_PATH)
}

export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/.test(
    hostname,
  )
}

const UNSAFE = /[()[\]\\^`{|}]|%(?![\dA-Fa-f]{2})/g

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

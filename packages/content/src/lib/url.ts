import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/**
 * Returns a URL in one canonical spelling. Encodes more than the URL standard does: the characters that Markdown renderers
 * encode when they write HTML.
 */
export function canonicalUrl(url: string): string {
  const { href, origin } = new URL(url)
  return origin + href.slice(origin.length).replace(UNSAFE, percentEncode)
}

/**
 * Returns the one spelling of all paths that are the same file, for example `/a(b)` for `/a%28b%29`: hosts decode a path
 * to find its file. Letters with accents are composed, as keyboards type them: macOS can decompose those of file names.
 *
 * @param path A path with a leading slash, as in a description or a request. It can have a query.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-3.3 for the characters that need no encoding.
 */
export function canonicalPath(path: string): string {
  return encodePath(path).replace(/^[^?#]+/, decodePathname)
}

/** Returns the `pathname` of a URL as {@link canonicalPath} does. */
export function canonicalPathname({ pathname }: URL): string {
  return decodePathname(pathname.replace(UNSAFE, percentEncode))
}

/** Encodes a path, or a pattern of paths, without decoding anything. */
export function encodePath(path: string): string {
  return canonicalUrl(BASE + path).slice(BASE.length)
}

export function absoluteUrl(site: { url: string }, path: string): string {
  return site.url + canonicalPath(path)
}

export function encodeParentheses(url: string): string {
  return url.replace(/[()]/g, percentEncode)
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

export const BASE = 'https://school.example'

const UNSAFE = /[[\]\\^`{|}]|%(?![\dA-Fa-f]{2})/g

function decodePathname(pathname: string): string {
  return pathname.replace(/%../g, decodeSafe).replace(/[^%/]?(?:%[89A-F].)+/g, compose)
}

function compose(encoded: string): string {
  try {
    return encodeURI(decodeURIComponent(encoded).normalize('NFC'))
  } catch {
    // Not UTF-8.
    return encoded
  }
}

function decodeSafe(escape: string): string {
  const character = String.fromCharCode(Number(escape.replace('%', '0x')))
  return /[\w.~!$&'()*+,;=:@-]/.test(character) ? character : escape.toUpperCase()
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

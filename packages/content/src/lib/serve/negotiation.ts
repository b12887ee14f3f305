import type { ServedResource } from './served-resource.ts'

/**
 * Parses an `Accept` header.
 *
 * @returns The weight of each media range, in lower case and without parameters; an empty map if there is no
 *   header, and `undefined` if the header is malformed.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function parseAccept(accept: string | null): Map<string, number> | undefined {
  const weights = new Map<string, number>()
  let rest = accept ?? ''
  while (rest !== '') {
    const [element, range, parameters] = ELEMENT.exec(rest) ?? []
    if (element === undefined) return undefined
    rest = rest.slice(element.length)
    if (range === undefined) continue
    const weight = parseWeight(parameters!)
    if (weight === undefined) return undefined
    const name = range.toLowerCase()
    weights.set(name, Math.max(weight, weights.get(name) ?? 0))
  }
  return weights
}

const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
// Only one branch can match the space before a parameter, so matching takes linear time.
const PARAMETER = String.raw`[ \t]*;(?:[ \t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?`

/** One list element and the comma after it. An element may be empty (RFC 9110, section 5.6.1). */
const ELEMENT = new RegExp(`^[ \\t]*(?:(${TOKEN}/${TOKEN})((?:${PARAMETER})*)[ \\t]*)?(?:,|$)`)

/** Returns 1 without a `q` parameter, and `undefined` if `q` is not a number from 0 to 1 with up to three decimals. */
function parseWeight(parameters: string): number | undefined {
  const [, weight = '1'] =
    /;[ \t]*q=([^; \t]*)/i.exec(parameters.replace(QUOTED_VALUES, '""')) ?? []
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : undefined
}

const QUOTED_VALUES = new RegExp(QUOTED, 'g')

/** Returns whether a client accepts HTML. A missing or malformed `Accept` header accepts it. */
export function acceptsHtml(accept: string | null): boolean {
  const weights = parseAccept(accept)
  if (weights === undefined || weights.size === 0) return true
  // The most specific range wins.
  const weight = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0
  return weight > 0
}

/**
 * Returns whether a client names `text/markdown`, with at least the weight of `text/html`. Wildcard ranges are ignored, because
 * agents that prefer Markdown send them too. A malformed header means HTML.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const weights = parseAccept(accept)
  const markdown = weights?.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights?.get('text/html') ?? 0)
}

/**
 * Finds the Markdown version of a page where llms.txt version 2 expects it: `index.md` for a page with a trailing slash,
 * `page.html.md` for `page.html`.
 */
export function findMarkdown<File extends Pick<ServedResource, 'path' | 'contentType'>>(
  page: Pick<ServedResource, 'path' | 'contentType'>,
  files: ReadonlyMap<string, File>,
): File | undefined {
  if (!/^text\/html\b/i.test(page.contentType)) return undefined
  const markdown = files.get(`${page.path}${page.path.endsWith('/') ? 'index' : ''}.md`)
  return markdown && /^text\/markdown\b/i.test(markdown.contentType) ? markdown : undefined
}

/**
 * Adds `Accept` to the `Vary` header. Every response of a URL with several versions needs it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export function varyByAccept(headers: Record<string, string>): Record<string, string> {
  const names = headers['Vary']?.split(',').map((name) => name.trim()) ?? []
  if (names.some((name) => /^(?:accept|\*)$/i.test(name))) return headers
  return { ...headers, Vary: [...names, 'Accept'].join(', ') }
}

import { PATHS } from '../resource.ts'
import type { CheckedFile } from './checked-file.ts'
import type { Finding } from './problem.ts'

/**
 * Checks the content type of a file: the exact one for the files of the specification, and a charset for other text.
 *
 * @yields The problem found.
 */
export function* checkContentType({ path, contentType }: CheckedFile): Generator<Finding> {
  const expected = CONTENT_TYPES[path]
  if (expected !== undefined) {
    if (normalize(contentType) !== normalize(expected)) {
      yield { message: `The Content-Type "${contentType}" is wrong. Write "${expected}".` }
    }
  } else if (NEEDS_CHARSET.test(contentType) && !/;\s*charset="?utf-8\b/i.test(contentType)) {
    const type = contentType.split(';')[0]!.trim()
    yield {
      message: `The Content-Type "${contentType}" has no UTF-8 charset, so some readers garble the text. Write "${type}; charset=utf-8".`,
    }
  }
}

const NEEDS_CHARSET = /^\s*(?:text\/|application\/xml)/i

const TEXT = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

const CONTENT_TYPES: Record<string, string | undefined> = {
  [PATHS.llmsTxt]: TEXT,
  [PATHS.llmsFullTxt]: TEXT,
  [PATHS.robotsTxt]: TEXT,
  [PATHS.forLlm]: HTML,
  [PATHS.apiHtml]: HTML,
  [PATHS.notFound]: HTML,
  [PATHS.forLlmMarkdown]: MARKDOWN,
  [PATHS.authMd]: MARKDOWN,
  [PATHS.sitemap]: 'application/xml; charset=utf-8',
  [PATHS.openapi]: 'application/json',
  // RFC 9727 requires the profile.
  [PATHS.apiCatalog]: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}

/** Removes differences in case, quotes and spaces, which have no meaning. */
function normalize(contentType: string): string {
  return contentType.toLowerCase().replaceAll(/[\s"]/g, '')
}

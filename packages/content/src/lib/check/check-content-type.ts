import { PATHS } from '../resource.ts'
import type { Finding } from './problem.ts'
import type { SiteFile } from './site-file.ts'

/**
 * Every file is sent as what it is: text with its charset, the API catalog with its profile (RFC 9727).
 *
 * @yields What keeps it from that.
 */
export function* checkContentType({ path, contentType }: SiteFile): Generator<Finding> {
  const expected = TYPES[path]
  if (expected !== undefined) {
    if (normalise(contentType) !== normalise(expected)) {
      yield { message: `Its Content-Type is "${contentType}": write "${expected}".` }
    }
  } else if (NEEDS_CHARSET.test(contentType) && !/;\s*charset="?utf-8\b/i.test(contentType)) {
    const type = contentType.split(';')[0]!.trim()
    yield {
      message: `Its Content-Type, "${contentType}", does not say that it is UTF-8, so that letters may come out wrong: write "${type}; charset=utf-8".`,
    }
  }
}

const NEEDS_CHARSET = /^\s*(?:text\/|application\/xml)/i

const TEXT = 'text/plain; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

const TYPES: Record<string, string | undefined> = {
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
  [PATHS.apiCatalog]: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}

/** Case, quotes and spaces make no difference. */
function normalise(contentType: string): string {
  return contentType.toLowerCase().replaceAll(/[\s"]/g, '')
}

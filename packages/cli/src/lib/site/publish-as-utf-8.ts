import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'

import { siteFinding } from './site-rules.ts'
import { decodeStrictly } from '../project/read-text.ts'
import { decodePage } from './decode-page.ts'

/** A file of a site, as it is published. */
export interface SiteFile extends ServedResource {
  /** What is wrong with its encoding, and what to do. */
  finding?: Finding
}

/**
 * Converts a page in another encoding to UTF-8, because its content type is `charset=utf-8`, which overrides the
 * declaration in the page. Bytes that are UTF-8 already are not changed.
 */
export function publishAsUtf8(file: ServedResource & { body: Uint8Array }): SiteFile {
  const { body, contentType } = file
  if (!contentType.endsWith('charset=utf-8')) return file
  if (!contentType.startsWith('text/html')) {
    if (decodeStrictly(body, 'UTF-8') !== undefined) return file
    return { ...file, finding: siteFinding('file-encoding', {}, {}) }
  }
  const { encoding, html, finding } = decodePage(body)
  const published = { ...file, ...(finding && { finding }) }
  if (html === undefined || encoding === 'UTF-8') return published
  return { ...published, body: new TextEncoder().encode(declareUtf8(html)) }
}

/** Browsers look for the declaration in the first 1,024 bytes. */
const MAX_OFFSET = 1024

function declareUtf8(html: string): string {
  const start = html
    .slice(0, MAX_OFFSET)
    .replaceAll(
      /(<meta\b[^>]*?\bcharset\s*=\s*["']?|<\?xml\b[^>]*?\bencoding\s*=\s*["'])[\w:.-]+/gi,
      '$1utf-8',
    )
  return start + html.slice(MAX_OFFSET)
}

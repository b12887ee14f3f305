import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import { decodeStrictly, type Received, showValue, tryCall } from '@conversion-capi/meta/terminal'
import sniffEncoding from 'html-encoding-sniffer'

import { siteFinding } from './site-rules.ts'

export interface SiteFile extends ServedResource {
  finding?: Finding
}

/** The content type `charset=utf-8` overrides the declaration in a page. UTF-8 is not changed. */
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

/**
 * Decodes a page as browsers do: by its byte order mark or `<meta charset>`, otherwise as UTF-8.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodePage(bytes: Uint8Array) {
  const encoding = sniffEncoding(bytes, { defaultEncoding: 'UTF-8' })
  // A header that declares UTF-8 hides the wrong declaration from visitors.
  const utf8 = encoding.startsWith('UTF-') ? '' : (decodeStrictly(bytes, 'UTF-8') ?? '')
  if (/[^\0-\x7f]/.test(utf8)) {
    return { encoding: 'UTF-8', html: utf8, finding: siteFinding('page-charset', {}, { encoding }) }
  }
  const html = decodeStrictly(bytes, encoding)
  if (html !== undefined && !html.includes('\0')) return { encoding, html }
  const text = html ?? decodeLoosely(bytes, encoding)
  const lost = text.split('\ufffd').length - 1
  // UTF-16 without a byte order mark is valid UTF-8. More than a few bytes mean another encoding.
  return text.includes('\0') || lost > text.length / 200
    ? { encoding, html: undefined, finding: siteFinding('page-encoding', {}, { encoding }) }
    : { encoding, html: text, finding: siteFinding('page-bytes', {}, { encoding }) }
}

/** Decodes bytes as browsers do. Encodings that exist only in the standard, such as `replacement`, become UTF-8. */
function decodeLoosely(bytes: Uint8Array, encoding: string): string {
  const decoder = tryCall(() => new TextDecoder(encoding)) ?? new TextDecoder()
  return decoder.decode(bytes)
}

/** More of a published page is not read. What it loads is in its head. */
export const MAX_PAGE_BYTES = 2_000_000

type PublishedText =
  | { encoding: string; html: string; reason?: undefined }
  | { reason: string; isOtherType?: true }

/**
 * Decodes a published page as browsers do: by its header, its byte order mark or `<meta charset>`, otherwise as UTF-8.
 * A page that declares a wrong encoding has replacement characters.
 */
export function decodePublishedPage({ status, headers, bytes }: Received): PublishedText {
  if (status !== 200) return { reason: `it responds with ${status}` }
  const type = headers.get('Content-Type') ?? 'text/html'
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    return { reason: `its type is ${showValue(type)}`, isOtherType: true }
  }
  const [, charset] = /;\s*charset="?([^\s";]+)/i.exec(type) ?? []
  const encoding = sniffEncoding(bytes, {
    defaultEncoding: 'UTF-8',
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  })
  // Browsers ignore NUL in the body, and the parser takes a minute for a million of them.
  return { encoding, html: decodeLoosely(bytes, encoding).replaceAll('\0', '') }
}

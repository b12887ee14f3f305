import sniffEncoding from 'html-encoding-sniffer'

import { type Received, showValue } from '../http/request.ts'
import { decodeLoosely } from './decode-page.ts'

/** More of a published page is not read. What it loads is in its head. */
export const MAX_PAGE_BYTES = 2_000_000

/** The text of a published page, or why the response is not a page. */
export type PublishedText =
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

import sniffEncoding from 'html-encoding-sniffer'

import { showValue } from '../http/request.ts'

/** More of a published page is not read. What it loads is in its head. */
export const MAX_PAGE_BYTES = 2_000_000

/** The text of a published page, or why the response is not a page. */
export type PublishedText =
  | { encoding: string; html: string; reason?: undefined }
  | { reason: string; isOtherType?: true }

/**
 * Decodes a published page as browsers do: by its header, its byte order mark or `<meta charset>`, otherwise as UTF-8.
 * A page that declares a wrong encoding has replacement characters.
 *
 * @param response The response of the site.
 */
export function decodePublishedPage({ status, headers, bytes }: Response): PublishedText {
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
  return { encoding, html: decode(bytes, encoding) }
}

interface Response {
  status: number
  headers: Headers
  bytes: Uint8Array
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // An encoding that exists only in the standard, such as "replacement".
    return new TextDecoder().decode(bytes)
  }
}

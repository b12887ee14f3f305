import type { Finding } from '@conversion-capi/content'
import sniffEncoding from 'html-encoding-sniffer'

import { decodeStrictly } from '../project/decode-strictly.ts'
import { siteFinding } from './site-rules.ts'

/** The text of a page. */
export interface DecodedPage {
  /** The name of the encoding, such as `windows-1251`. */
  encoding: string
  /** The text without a byte order mark. `undefined` if the bytes cannot be read as text. */
  html: string | undefined
  /** Why the page cannot be read, and what to do. */
  finding?: Finding
}

/**
 * Decodes a page as browsers do: by its byte order mark or `<meta charset>`, otherwise as UTF-8.
 *
 * @param bytes The file.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodePage(bytes: Uint8Array): DecodedPage {
  const encoding = sniffEncoding(bytes, { defaultEncoding: 'UTF-8' })
  const html = decodeStrictly(bytes, encoding)
  // UTF-16 without a byte order mark is valid UTF-8.
  if (html === undefined || html.includes('\0')) {
    return { encoding, html: undefined, finding: siteFinding('page-encoding', {}, { encoding }) }
  }
  // A header that declares UTF-8 hides the wrong declaration from visitors.
  if (!encoding.startsWith('UTF-') && /[^\0-\x7f]/.test(decodeStrictly(bytes, 'UTF-8') ?? '')) {
    return { encoding, html: undefined, finding: siteFinding('page-charset', {}, { encoding }) }
  }
  return { encoding, html }
}

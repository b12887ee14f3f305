import type { Finding } from '@conversion-capi/content'
import sniffEncoding from 'html-encoding-sniffer'

import { decodeStrictly } from '../project/read-text.ts'
import { siteFinding } from './site-rules.ts'

/** The text of a page. */
export interface DecodedPage {
  /** The name of the encoding, such as `windows-1251`. */
  encoding: string
  /** The text without a byte order mark. `undefined` if the bytes are no text. */
  html: string | undefined
  /** What is wrong with the encoding, and what to do. */
  finding?: Finding
}

/**
 * Decodes a page as browsers do: by its byte order mark or `<meta charset>`, otherwise as UTF-8.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodePage(bytes: Uint8Array): DecodedPage {
  const encoding = sniffEncoding(bytes, { defaultEncoding: 'UTF-8' })
  // A header that declares UTF-8 hides the wrong declaration from visitors.
  const utf8 = encoding.startsWith('UTF-') ? '' : (decodeStrictly(bytes, 'UTF-8') ?? '')
  if (/[^\0-\x7f]/.test(utf8)) {
    return { encoding: 'UTF-8', html: utf8, finding: siteFinding('page-charset', {}, { encoding }) }
  }
  const html = decodeStrictly(bytes, encoding)
  const text = html ?? decodeLoosely(bytes, encoding)
  const lost = html === undefined ? text.split('\ufffd').length - 1 : 0
  // UTF-16 without a byte order mark is valid UTF-8. More than a few bytes mean another encoding.
  if (text.includes('\0') || lost > text.length / 200) {
    return { encoding, html: undefined, finding: siteFinding('page-encoding', {}, { encoding }) }
  }
  return html === undefined
    ? { encoding, html: text, finding: siteFinding('page-bytes', {}, { encoding }) }
    : { encoding, html }
}

/**
 * Decodes bytes as browsers do, with a replacement character for each one that has no meaning.
 *
 * @param encoding The name of the encoding. If it exists only in the standard, such as `replacement`, UTF-8 is used.
 */
export function decodeLoosely(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

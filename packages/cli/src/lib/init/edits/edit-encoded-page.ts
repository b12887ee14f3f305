import { decodePage } from '../../site/decode-page.ts'
import { applyEdits, type Edit, splice } from './apply-edits.ts'

/** A page in its own encoding. */
export interface EncodedPage {
  bytes: Uint8Array
  /** The name of the encoding. */
  encoding: string
  /** The text without a byte order mark. */
  html: string
}

/**
 * Edits a page in its own encoding. All other bytes stay as they are.
 *
 * @param page The page.
 * @param edits The edits, which do not overlap. They insert only ASCII characters.
 * @returns The edited page, or `undefined` if its encoding cannot be edited.
 */
export function editEncodedPage(page: EncodedPage, edits: Edit[]): EncodedPage | undefined {
  const { encoding, html } = page
  if (edits.length === 0) return page
  const known = html.includes('\r\n')
    ? edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, '\r\n') }))
    : edits
  const edited = applyEdits(html, known)
  const bytes = encoding.startsWith('UTF-') ? encodeUnicode(page, edited) : spliceBytes(page, known)
  // In ISO-2022-JP, the meaning of a byte depends on what precedes it.
  return decodePage(bytes).html === edited ? { bytes, encoding, html: edited } : undefined
}

/** Valid text has exactly one form in each of these encodings. */
function encodeUnicode({ bytes, encoding }: EncodedPage, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const hasMark = decoder.decode(bytes.subarray(0, 4)).startsWith('\ufeff')
  const marked = hasMark ? `\ufeff${text}` : text
  if (encoding === 'UTF-8') return Buffer.from(marked)
  const encoded = Buffer.from(marked, 'utf16le')
  return encoding === 'UTF-16BE' ? encoded.swap16() : encoded
}

function spliceBytes(page: EncodedPage, edits: Edit[]): Uint8Array {
  const offsets = byteOffsets(page)
  const keep = (start: number, end: number): Uint8Array =>
    page.bytes.subarray(offsets(start), offsets(end))
  return Buffer.concat(splice(edits, page.html.length, keep, (text) => Buffer.from(text)))
}

/** Returns the function that converts offsets in the text of a page to offsets in its bytes. */
function byteOffsets({ bytes, encoding, html }: EncodedPage): (offset: number) => number {
  if (html.length === bytes.length) return (offset) => offset
  const decoder = new TextDecoder(encoding)
  const offsets = [0]
  for (let end = 1; end <= bytes.length; end += 1) {
    const text = decoder.decode(bytes.subarray(end - 1, end), { stream: true })
    for (let count = text.length; count > 0; count -= 1) offsets.push(end)
  }
  return (offset) => offsets[offset]!
}

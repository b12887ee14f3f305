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
 * @param edits The edits, which do not overlap. If the encoding may lack a character, the edit inserts a character
 *   reference, so only values of attributes may contain characters outside ASCII.
 * @returns The edited page, or `undefined` if its encoding cannot be edited.
 */
export function editEncodedPage(page: EncodedPage, edits: Edit[]): EncodedPage | undefined {
  const { encoding, html } = page
  if (edits.length === 0) return page
  const isUnicode = encoding.startsWith('UTF-')
  const known = edits.map((edit) => {
    const text = html.includes('\r\n') ? edit.text.replaceAll(/\r?\n/g, '\r\n') : edit.text
    return { ...edit, text: isUnicode ? text : escapeMissing(text, html) }
  })
  const edited = applyEdits(html, known)
  const bytes = isUnicode ? encodeUnicode(page, edited) : spliceBytes(page, known)
  // In some encodings, the meaning of a byte depends on what precedes it.
  return decodePage(bytes).html === edited ? { bytes, encoding, html: edited } : undefined
}

function escapeMissing(text: string, html: string): string {
  return text.replaceAll(/[^\0-\x7f]/gu, (character) =>
    html.includes(character) ? character : `&#${character.codePointAt(0)};`,
  )
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

/** Inserts characters with the bytes that they have elsewhere in the page. */
function spliceBytes(page: EncodedPage, edits: Edit[]): Uint8Array {
  const { bytes, html } = page
  const offsets = byteOffsets(page)
  const slice = (start: number, end: number): Uint8Array =>
    bytes.subarray(offsets(start), offsets(end))
  const encode = (text: string): Uint8Array =>
    Buffer.concat(
      Array.from(text, (character) => {
        if (character <= '\x7f') return Buffer.from(character)
        const index = html.indexOf(character)
        return slice(index, index + character.length)
      }),
    )
  return Buffer.concat(splice(edits, html.length, slice, encode))
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

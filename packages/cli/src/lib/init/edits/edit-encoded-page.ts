import { tryCall } from '@conversion-capi/meta/terminal'

import { decodePage } from '../../site/decode-page.ts'

export interface Edit {
  start: number
  end: number
  text: string
}

export interface EncodedPage {
  bytes: Uint8Array
  encoding: string
  html: string
}

/**
 * Edits a page in its own encoding, or returns `undefined` if that cannot be edited. All other bytes stay as they are.
 * The edits insert only ASCII characters, and do not overlap.
 */
export function editEncodedPage(page: EncodedPage, edits: Edit[]): EncodedPage | undefined {
  const { encoding, html } = page
  if (edits.length === 0) return page
  const isWindows = html.includes('\r\n')
  const known = edits.map(({ text, ...range }) => ({
    ...range,
    text: isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text,
  }))
  const edited = applyEdits(html, known)
  const mark = page.bytes.subarray(0, markLength(page))
  // Valid text has exactly one form in Unicode. Bytes that cannot be decoded stay unchanged.
  const isWhole = encoding.startsWith('UTF-') && !html.includes('\ufffd')
  const unmarked = { ...page, bytes: page.bytes.subarray(mark.length) }
  // Node cannot decode some invalid bytes in parts.
  const content = isWhole ? encode(edited, encoding) : tryCall(() => spliceBytes(unmarked, known))
  const bytes = Buffer.concat([mark, content ?? new Uint8Array()])
  // In some encodings, the meaning of a byte depends on what precedes it.
  return decodePage(bytes).html === edited ? { bytes, encoding, html: edited } : undefined
}

function markLength({ bytes, encoding }: EncodedPage): number {
  if (!encoding.startsWith('UTF-')) return 0
  const start = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(0, 4))
  return start.startsWith('\ufeff') ? encode('\ufeff', encoding).length : 0
}

function encode(text: string, encoding: string): Buffer {
  if (!encoding.startsWith('UTF-16')) return Buffer.from(text)
  const encoded = Buffer.from(text, 'utf16le')
  return encoding === 'UTF-16BE' ? encoded.swap16() : encoded
}

function spliceBytes(page: EncodedPage, edits: Edit[]): Uint8Array {
  const { bytes, encoding, html } = page
  const offsets = byteOffsets(page)
  const slice = (start: number, end: number): Uint8Array =>
    bytes.subarray(offsets(start), offsets(end))
  return Buffer.concat(splice(edits, html.length, slice, (text) => encode(text, encoding)))
}

function byteOffsets({ bytes, encoding, html }: EncodedPage): (offset: number) => number {
  if (html.length === bytes.length) return (offset) => offset
  const decoder = new TextDecoder(encoding)
  const offsets = [0]
  for (let end = 1; end <= bytes.length; end += 1) {
    const text = decoder.decode(bytes.subarray(end - 1, end), { stream: true })
    // The byte after an incomplete character shows that it is incomplete.
    for (let count = text.length; count > 0; count -= 1) offsets.push(count > 1 ? end - 1 : end)
  }
  return (offset) => offsets[offset]!
}

/** Applies edits to a string. They can have any order, and do not overlap. */
export function applyEdits(text: string, edits: Edit[]): string {
  const slice = (start: number, end: number): string => text.slice(start, end)
  return splice(edits, text.length, slice, (added) => added).join('')
}

function splice<Part>(
  edits: Edit[],
  length: number,
  keep: (start: number, end: number) => Part,
  insert: (text: string) => Part,
): Part[] {
  let offset = 0
  const sorted = edits.toSorted((a, b) => a.start - b.start)
  const parts = sorted.flatMap(({ start, end, text }) => {
    const kept = keep(offset, start)
    offset = end
    return [kept, insert(text)]
  })
  return [...parts, keep(offset, length)]
}

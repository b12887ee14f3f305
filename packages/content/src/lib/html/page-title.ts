/**
 * Returns the content of `<title>`, in at most 70 characters: search engines cut longer titles off. A long name is shortened, or
 * omitted if the title leaves no room.
 */
export function pageTitle(title: string, siteName: string): string {
  const start = `${title} · `
  const room = MAX_LENGTH - start.length
  if (siteName.length <= room) return start + siteName
  return room < MIN_NAME_LENGTH ? shorten(title, MAX_LENGTH) : start + shorten(siteName, room)
}

const MAX_LENGTH = 70
const MIN_NAME_LENGTH = 12

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = 0
  for (const { index, segment } of GRAPHEMES.segment(text)) {
    if (index + segment.length > maxLength - 1) break
    end = index + segment.length
  }
  const cut = text.slice(0, end)
  const words = /\s/.test(text[end]!) ? cut : cut.replace(/\s+\S*$/u, '')
  return `${(words.length > maxLength / 2 ? words : cut).trimEnd()}…`
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

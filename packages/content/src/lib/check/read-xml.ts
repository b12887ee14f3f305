import { lineAt } from './line-at.ts'

export interface XmlElement {
  /** With its prefix: `xhtml:link`. */
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own, without that of its children. */
  text: string
  /** Where it begins. */
  offset: number
}

/**
 * Reads XML that has no document type: an element with all that is in it, or, where the XML is not well-formed,
 * an `XmlError` that says where.
 */
export function readXml(source: string): XmlElement | XmlError {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '', offset: 0 }
  const open = [document]
  let offset = 0
  const token = new RegExp(TOKEN, 'uy')

  while (offset < source.length) {
    token.lastIndex = offset
    const match = token.exec(source)
    const parent = open.at(-1)!
    if (!match)
      return error('Here is "<" or a tag that is not closed: write "<" in a text as "&lt;".')
    const { text, data, name, attributes, isEmpty, end } = match.groups!
    if (text !== undefined) {
      const stray = STRAY.exec(text)
      if (stray)
        return error('Here is a "&" that begins nothing: write it as "&amp;".', stray.index)
      parent.text += unescape(text)
    }
    if (data !== undefined) parent.text += data
    if (name !== undefined) {
      if (STRAY.test(attributes!)) {
        return error('Here is a "&" that begins nothing: write it as "&amp;".')
      }
      const element = {
        name,
        attributes: readAttributes(attributes!),
        children: [],
        text: '',
        offset,
      }
      parent.children.push(element)
      if (isEmpty === undefined) open.push(element)
    }
    if (end !== undefined) {
      if (parent.name !== end)
        return error(`Here ends "${end}", which did not begin: close "${parent.name}" first.`)
      open.pop()
    }
    offset = token.lastIndex
  }

  const unclosed = open.at(-1)!
  if (unclosed !== document) return error(`"${unclosed.name}" does not end: the file is cut off.`)
  const [root, another] = document.children
  if (!root || another || document.text.trim() !== '') {
    return error('The file is not one element with everything in it.')
  }
  return root

  function error(message: string, further = 0): XmlError {
    return { message, line: lineAt(source, offset + further) }
  }
}

export interface XmlError {
  message: string
  line: number
}

const NAME = '[\\p{L}_:][\\p{L}\\p{N}_:.-]*'
const VALUE = `"[^"<]*"|'[^'<]*'`
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:${VALUE})`

const TOKEN = [
  `(?<text>[^<]+)`,
  `</(?<end>${NAME})\\s*>`,
  `<(?<name>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<isEmpty>/)?>`,
  `<!\\[CDATA\\[(?<data>[^]*?)\\]\\]>`,
  `<!--(?:(?!--)[^])*-->`,
  `<\\?[^]*?\\?>`,
].join('|')

const STRAY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/

function readAttributes(source: string): Record<string, string> {
  if (source === '') return {}
  const pairs = source.matchAll(new RegExp(`(${NAME})\\s*=\\s*(${VALUE})`, 'gu'))
  return Object.fromEntries(
    Array.from(pairs, ([, name, value]) => [name!, unescape(value!.slice(1, -1))]),
  )
}

function unescape(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?)?(\w+);/g, (_, number: string | undefined, name: string) => {
    if (number === undefined) return NAMED[name]!
    const code = Number.parseInt(name, number === '#' ? 10 : 16)
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  })
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

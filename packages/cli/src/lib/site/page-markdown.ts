import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Handle, toMarkdown } from 'mdast-util-to-markdown'

import { codeOf, collapseSpace, resolveUrl } from './elements.ts'
import {
  BOUNDARY,
  CLOSE,
  type Content,
  flat,
  flow,
  format,
  isBlock,
  listOf,
  type MarkdownNode,
  OPEN,
  phrase,
  plainText,
  SPACE,
} from './markdown-nodes.ts'
import { toTable } from './markdown-table.ts'
import {
  createContext,
  enter,
  formulaOf,
  isTextField,
  nameOf,
  type Place,
  roleOf,
  styleOf,
} from './page-content.ts'

/**
 * Converts a page to Markdown: what visitors read or can open, without navigation and controls. If most of the text
 * would be lost, everything is content. URLs are absolute.
 *
 * @returns An empty string if the page has no text.
 */
export function toPageMarkdown(elements: Element[], url: string, title: string): string {
  for (const isWhole of [false, true]) {
    const page = createContext(elements, url, isWhole)
    const blocks = flow(elements.slice(0, 1).map((root) => contentOf(root, { page, depth: 0 })))
    const kept = plainText(blocks).length
    if (kept === 0 || (page.lost > kept && !isWhole)) continue
    const heading = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }
    const children = title === '' || page.hasTitle ? blocks : [heading, ...blocks]
    // Without the first extension, which escapes email addresses: agents read the source.
    const [, ...extensions] = gfmToMarkdown({ tablePipeAlign: false }).extensions!
    const root = { type: 'root', children } as Parameters<typeof toMarkdown>[0]
    return toMarkdown(root, { bullet: '-', extensions, handlers: { root: plainFirst } })
  }
  return ''
}

/** Most texts and URLs have nothing to escape. Searching them for all patterns takes longer than parsing the page. */
const plainFirst: Handle = (root, _, state, info) => {
  const { safe } = state
  state.safe = (text, config) => {
    if (state.stack.at(-1)!.startsWith('destination')) return text!
    const escaped = PLAIN.test(text!) ? text! : safe.call(state, text, config)
    // Parsers make a link of the URL, of which the backslash of a line break would be a part.
    return config.after === '\\' && BARE_URL.test(text!) ? `${escaped} ` : escaped
  }
  return state.containerFlow(root, info)
}

const BARE_URL = /(?:\/\/|www\.)\S*$/i

const PLAIN = /^ ?(?:(?!\d+\.)[\p{L}\p{N}][^\n!#&()*<>[\\\]_`|~]*)?$/u

function contentOf({ children }: Element, place: Place): Content[] {
  return children.map((child) => convert(child, place))
}

function convert(node: Nodes, outer: Place): Content {
  if (node.type === 'text') return toText(node.value, outer)
  if (node.type !== 'element') return []
  const isInline =
    INLINE.test(node.tagName) && !/display\s*:\s*(?:block|flex|grid|table)/i.test(styleOf(node))
  const place = enter(node, outer, isInline)
  if (!place) return isInline ? [] : SPACE
  const converter = place.depth < MAX_DEPTH ? converterOf(node, place) : contentOf
  const isCounted = converter !== contentOf
  const content = converter(node, isCounted ? { ...place, depth: place.depth + 1 } : place)
  return isInline ? [OPEN, content, CLOSE] : [BOUNDARY, content, BOUNDARY]
}

/** Deeper elements become text: most converters read their content again, and lists indent all lines in them. */
const MAX_DEPTH = 40

const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|input|ins|kbd|mark|math|nobr|output|q|rb|rp|rt|ruby|s|samp|slot|small|span|strike|strong|su[bp]|svg|textarea|time|tt|u|var|wbr)$/

type Converter = (element: Element, place: Place) => Content

function converterOf(element: Element, { isSection, isHidden }: Place): Converter {
  const { tagName, children } = element
  const role = roleOf(element)
  if (role === 'heading') return toHeading
  if (/^(?:button|switch|tab)$/.test(role)) return toButton
  if (role === 'banner' || (tagName === 'header' && !isSection)) return toBanner
  if (isHidden && children.length === 0) return contentOf
  return CONVERTERS.get(tagName) ?? contentOf
}

const CONVERTERS = new Map<string, Converter>(
  (
    [
      ['a', toLink],
      // Its content is text for a browser with JavaScript.
      [
        'noscript',
        (element, place) => {
          const code = codeOf(element)
          const { children } = code === '' ? element : fromHtml(code, { fragment: true })
          return contentOf({ ...element, children: children as Element['children'] }, place)
        },
      ],
      ['b strong', formatted('strong')],
      ['em i', formatted('emphasis')],
      ['del s strike', formatted('delete')],
      ['sub sup', toRaised],
      [
        'rt',
        (element, place) => [toText('(', place), contentOf(element, place), toText(')', place)],
      ],
      ['code kbd listing pre samp tt', toCode],
      ['br', () => ({ type: 'break' })],
      ['hr', () => ({ type: 'thematicBreak' })],
      ['img', toImage],
      ['svg', (element, place) => toText(nameOf(element), place)],
      ['math', (element, place) => toText(formulaOf(element), place)],
      ['input textarea', toField],
      ['label', toLabel],
      ['select', toChoices],
      ['dir dl menu ol ul', toList],
      ['blockquote', toQuote],
      ['table', fromTable],
      ['tr', toRow],
      ['td th', toCell],
    ] satisfies [string, Converter][]
  ).flatMap(([tags, converter]) => tags.split(' ').map((tag) => [tag, converter] as const)),
)

function toText(value: string, { page, isHidden, isDecorated, isCode }: Place): Content {
  if (isHidden) {
    page.lost += value.trim().length
    return []
  }
  if (isDecorated && !/[\p{L}\p{N}]/u.test(value)) return SPACE
  // Soft hyphens, and icons in fonts.
  const text = value.replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '')
  page.hasText ||= text.trim() !== ''
  return { type: 'text', value: isCode ? text : text.replace(/\s+/g, ' ') }
}

function toHeading(element: Element, place: Place): Content {
  const content = flat(contentOf(element, { ...place, isLabel: true }))
  // A heading that is not closed.
  if (content.some((node) => isBlock(node) && node.type !== 'paragraph')) return content
  const children = phrase(content, true)
  if (children.length === 0) return []
  const level = Number(element.properties['ariaLevel'] ?? /^h(\d)$/.exec(element.tagName)?.[1])
  const depth = level >= 1 && level <= 6 ? level : 2
  place.page.hasTitle ||= depth === 1
  return { type: 'heading', depth, children }
}

/** Percent-encodes what has a meaning in Markdown: agents would not remove backslashes from a URL. */
function toDestination({ href }: URL): string {
  return href.replace(
    /[ ()<>\\`|]|(?<=&#?\w+);/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Around blocks, a link becomes the link of their heading, or of the first paragraph. */
function toLink(element: Element, place: Place): Content {
  const { page } = place
  const { href } = element.properties
  const url = typeof href === 'string' ? resolveUrl(page.elements, page.url, href) : undefined
  const isSamePage = url?.href.includes('#') && url.href.split('#')[0] === page.url
  // A link that skips the navigation.
  if (isSamePage && !page.hasText) return []
  const isLink = url && !isSamePage && LINKED.test(url.protocol) && !place.formats?.includes('link')
  if (!isLink) return contentOf(element, place)
  const formats = `${place.formats} link`
  const content = flat(contentOf(element, { ...place, isLabel: true, formats }))
  const link = { type: 'link', url: toDestination(url) }
  if (!content.some((node) => isBlock(node))) {
    const isNamed = phrase(content).length > 0
    return format(link, isNamed ? content : flat(toText(nameOf(element), place)))
  }
  const blocks = flow(content)
  const main =
    blocks.find(({ type }) => type === 'heading') ?? blocks.find(({ type }) => type === 'paragraph')
  if (main) main.children = [{ ...link, children: main.children! }]
  return blocks
}

const LINKED = /^(?:https?|mailto|skype|sms|tel|tg|viber|whatsapp):$/

function formatted(type: string): Converter {
  return (element, place) =>
    // Markers next to each other are ambiguous.
    place.formats?.includes(type) ||
    (type !== 'delete' && /strong|emphasis/.test(`${place.formats}`))
      ? contentOf(element, place)
      : format(
          { type },
          flat(contentOf(element, { ...place, formats: `${place.formats} ${type}` })),
        )
}

function toRaised(element: Element, place: Place): Content {
  const { tagName } = element
  const tag = (value: string): Content => ({ type: 'html', value })
  const children = phrase(contentOf(element, place))
  return children.length === 0 ? SPACE : [tag(`<${tagName}>`), children, tag(`</${tagName}>`)]
}

function toCode(element: Element, place: Place): Content {
  if (place.isCode) return contentOf(element, place)
  const isCode = /^(?:listing|pre)$/.test(element.tagName)
  const text = plainText(flat(contentOf(element, { ...place, isCode })))
  const value = isCode ? text.replace(/^\n/, '').trimEnd() : text.trim()
  return value === '' ? [] : { type: isCode ? 'code' : 'inlineCode', value }
}

function toImage({ properties }: Element, { page }: Place): Content {
  const { src, alt } = properties
  const text = collapseSpace(String(alt ?? ''))
  const url = src ? resolveUrl(page.elements, page.url, String(src)) : undefined
  if (text === '') return SPACE
  return url && /^https?:$/.test(url.protocol)
    ? { type: 'image', url: toDestination(url), alt: text }
    : { type: 'text', value: text }
}

function toField(element: Element, { page }: Place): Content {
  if (isTextField(element)) page.fields++
  return SPACE
}

/** The label of a text field means nothing without the field. */
function toLabel(element: Element, place: Place): Content {
  if (place.isLabel) return contentOf(element, place)
  const { page } = place
  const before = page.fields
  const content = flat(contentOf(element, { ...place, isLabel: true }))
  const isField = page.fields > before || page.fieldIds.has(String(element.properties['htmlFor']))
  return keep(content, place, !isField)
}

/** Buttons that name content are kept: those that open it, in or around a heading or a link, and questions. */
function toButton(element: Element, place: Place): Content {
  const { ariaExpanded, ariaControls, popoverTarget } = element.properties
  const content = flat(contentOf(element, place))
  const isDisclosure = (ariaExpanded ?? ariaControls ?? popoverTarget) !== undefined
  const isName = isDisclosure || place.isLabel || roleOf(element) === 'tab'
  const hasName = content.some(({ type }) => /^(?:heading|link)$/.test(type))
  return [
    BOUNDARY,
    keep(content, place, isName || hasName || /[?;՞؟፧？]/.test(plainText(content))),
    BOUNDARY,
  ]
}

function toBanner(element: Element, place: Place): Content {
  const content = flat(contentOf(element, place))
  return keep(
    content,
    place,
    content.some(({ type }) => type === 'heading'),
  )
}

function keep(content: MarkdownNode[], { page }: Place, isContent: boolean): Content {
  if (isContent || page.isWhole) return content
  page.lost += plainText(content).length
  return SPACE
}

/** Lists of countries and the like are longer. */
const MAX_CHOICES = 40

function toChoices(select: Element, place: Place): Content {
  let count = 0
  const itemsOf = ({ children }: Element): MarkdownNode[][] =>
    children.flatMap((child) => {
      if (child.type !== 'element') return []
      const { tagName, properties } = child
      if (tagName !== 'option') return itemsOf(child)
      if (properties['value'] === '') return []
      count++
      return [flow(contentOf(child, place))]
    })
  const list = listOf(itemsOf(select))
  return count > MAX_CHOICES ? [] : list
}

function toList(list: Element, outer: Place): Content {
  const place = { ...outer, depth: outer.depth + 4 }
  const items: Content[][] = []
  const isDiv = (node: Nodes): node is Element => node.type === 'element' && node.tagName === 'div'
  for (const child of list.children.flatMap((node) => (isDiv(node) ? node.children : [node]))) {
    const isItem = child.type === 'element' && /^(?:dt|li)$/.test(child.tagName)
    if (isItem || items.length === 0) items.push([])
    items.at(-1)!.push(convert(child, place))
  }
  if (list.tagName !== 'ol') return listOf(items.map(flow))
  const start = Number.parseInt(String(list.properties['start']), 10)
  return listOf(items.map(flow), { ordered: true, start: start >= 0 ? start : 1 })
}

function toQuote(element: Element, place: Place): Content {
  const children = flow(contentOf(element, { ...place, depth: place.depth + 4 }))
  return children.length === 0 ? [] : { type: 'blockquote', children }
}

function fromTable(table: Element, place: Place): Content {
  place.page.tables++
  return toTable(flat(contentOf(table, place)), roleOf(table), place.page)
}

function toRow(row: Element, place: Place): Content {
  const cells = flat(contentOf(row, place)).filter(({ type }) => type === 'tableCell')
  return { type: 'tableRow', children: cells }
}

function toCell(cell: Element, place: Place): Content {
  const { colSpan = 1, rowSpan = 1 } = cell.properties
  const before = place.page.tables
  const children = flat(contentOf(cell, place))
  const [isHead, hasTable] = [cell.tagName === 'th', place.page.tables > before]
  return { type: 'tableCell', children, isHead, hasTable, colSpan, rowSpan }
}

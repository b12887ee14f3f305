import type { Element, Nodes } from 'hast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

import { collapseSpace, findElements, resolveUrl } from './elements.ts'
import {
  BOUNDARY,
  CLOSE,
  type Content,
  flat,
  flow,
  isBlock,
  type MarkdownNode,
  OPEN,
  phrase,
  plainText,
  SPACE,
} from './markdown-nodes.ts'
import { toTable } from './markdown-table.ts'
import {
  enter,
  isDisclosure,
  isTextField,
  type Place,
  readPage,
  roleOf,
  styleOf,
} from './page-content.ts'

/**
 * Converts a page to Markdown: what visitors read or can open, without navigation and controls. If most of its text
 * would be lost, everything is content. URLs are absolute.
 *
 * @returns An empty string if the page has no text.
 */
export function toPageMarkdown(elements: Element[], url: string, title: string): string {
  for (const isWhole of [false, true]) {
    const page = readPage(elements, url, isWhole)
    const blocks = flow(elements.slice(0, 1).map((root) => contentOf(root, { page })))
    const kept = plainText(blocks).length
    if (kept === 0 || (page.lost > kept && !isWhole)) continue
    const heading = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }
    const children = title === '' || page.hasTitle ? blocks : [heading, ...blocks]
    return toMarkdown({ type: 'root', children } as Parameters<typeof toMarkdown>[0], {
      bullet: '-',
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    })
  }
  return ''
}

/** Phrasing content. */
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|img|input|ins|kbd|mark|math|nobr|output|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|su[bp]|svg|textarea|time|tt|u|var|wbr)$/

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
  const content = converterOf(node, place)(node, place)
  return isInline ? [OPEN, content, CLOSE] : [BOUNDARY, content, BOUNDARY]
}

type Converter = (element: Element, place: Place) => Content

function converterOf(element: Element, { isSection, isHidden, isCode }: Place): Converter {
  const { tagName, children } = element
  const role = roleOf(element)
  if (role === 'heading') return toHeading
  if (/^(?:button|switch|tab)$/.test(role)) return toButton
  if (tagName === 'header' && !isSection) return toBanner
  if ((isHidden && children.length === 0) || (isCode && /^(?:code|pre|kbd|samp)$/.test(tagName)))
    return contentOf
  return CONVERTERS.get(tagName) ?? contentOf
}

const CONVERTERS = new Map<string, Converter>(
  Object.entries({
    a: toLink,
    ...{ b: formatted('strong'), strong: formatted('strong') },
    ...{ em: formatted('emphasis'), i: formatted('emphasis') },
    ...{ del: formatted('delete'), s: formatted('delete'), strike: formatted('delete') },
    ...{ code: toCode, kbd: toCode, samp: toCode, tt: toCode, listing: toCode, pre: toCode },
    ...{
      sub: toRaised,
      sup: toRaised,
      rt: (element, place) => [toText('(', place), contentOf(element, place), toText(')', place)],
    },
    ...{ br: () => ({ type: 'break' }), hr: () => ({ type: 'thematicBreak' }) },
    ...{
      img: toImage,
      svg: (element, place) => toText(nameOf(element), place),
      math: (element, place) => toText(formulaOf(element), place),
    },
    ...{ input: toField, textarea: toField, label: toLabel, select: toChoices },
    ...{ dir: toList, dl: toList, menu: toList, ol: toList, ul: toList },
    blockquote: (element, place) => {
      const children = flow(contentOf(element, place))
      return children.length === 0 ? [] : { type: 'blockquote', children }
    },
    ...{ table: convertTable, td: toCell, th: toCell },
    tr: (element, place) => ({
      type: 'tableRow',
      children: flat(contentOf(element, place)).filter(({ type }) => type === 'tableCell'),
    }),
  } satisfies Record<string, Converter>),
)

function toText(value: string, { page, isHidden, isDecorated, isCode }: Place): Content {
  if (isDecorated && !/[\p{L}\p{N}]/u.test(value)) return SPACE
  if (isHidden) {
    page.lost += value.trim().length
    return []
  }
  // Soft hyphens, and icons in fonts.
  const text = value.replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '')
  return { type: 'text', value: isCode ? text : text.replace(/[\t\n\f\r ]+/g, ' ') }
}

function toHeading(element: Element, place: Place): Content {
  const { tagName, properties } = element
  const content = flat(contentOf(element, { ...place, isLabel: true }))
  // A heading that is not closed.
  if (content.some((node) => isBlock(node) && node.type !== 'paragraph')) return content
  const { children } = phrase(content, true)
  if (children.length === 0) return []
  const level = Number(properties['ariaLevel'] ?? (/^h(\d)$/.exec(tagName)?.[1] || 2))
  place.page.hasTitle ||= level === 1
  return { type: 'heading', depth: Math.min(6, Math.max(1, level || 2)), children }
}

function toLink(element: Element, place: Place): Content {
  const { page } = place
  const { href } = element.properties
  const url = typeof href === 'string' ? resolveUrl(page.elements, page.url, href) : undefined
  const isSamePage = url?.hash && url.href.split('#')[0] === page.url
  if (!url || isSamePage || !LINKED.test(url.protocol)) return contentOf(element, place)
  const content = flat(contentOf(element, { ...place, isLabel: true }))
  if (!content.some((node) => isBlock(node))) {
    const isNamed = phrase(content).children.length > 0
    return format(
      { type: 'link', url: url.href },
      isNamed ? content : flat(toText(nameOf(element), place)),
    )
  }
  const blocks = flow(content)
  const main =
    blocks.find(({ type }) => type === 'heading') ?? blocks.find(({ type }) => type === 'paragraph')
  if (main) main.children = [{ type: 'link', url: url.href, children: main.children! }]
  return blocks
}

const LINKED = /^(?:https?|mailto|sms|tel|skype|tg|viber|whatsapp):$/

function formatted(type: string): Converter {
  return (element, place) => format({ type }, flat(contentOf(element, place)))
}

/** Formats inline content. Around blocks, formatting is not closed. */
function format(node: MarkdownNode, content: MarkdownNode[]): Content {
  if (content.some((each) => isBlock(each))) return content
  const { children, before, after } = phrase(content)
  const formatted = children.length === 0 ? [] : { ...node, children }
  return [before ? SPACE : [], formatted, after ? SPACE : []]
}

function toRaised({ tagName, ...element }: Element, place: Place): Content {
  const { children } = phrase(contentOf({ tagName, ...element }, place))
  if (children.length === 0) return SPACE
  return [
    { type: 'html', value: `<${tagName}>` },
    children,
    { type: 'html', value: `</${tagName}>` },
  ]
}

function toCode(element: Element, place: Place): Content {
  const isBlock = /^(?:listing|pre)$/.test(element.tagName)
  const text = plainText(flat(contentOf(element, { ...place, isCode: isBlock })))
  const value = isBlock ? text.replace(/^\n|\s+$/g, '') : text.trim()
  return value === '' ? [] : { type: isBlock ? 'code' : 'inlineCode', value }
}

function toImage({ properties }: Element, { page }: Place): Content {
  const alt = collapseSpace(String(properties['alt'] ?? ''))
  if (alt === '') return SPACE
  const src = String(properties['src'] ?? '')
  const url = src === '' ? undefined : resolveUrl(page.elements, page.url, src)
  return url && /^https?:$/.test(url.protocol)
    ? { type: 'image', url: url.href, alt }
    : { type: 'text', value: alt }
}

function toField(element: Element, { page }: Place): Content {
  if (isTextField(element)) page.fields++
  return SPACE
}

/** The label of a text field says nothing without it. */
function toLabel(element: Element, place: Place): Content {
  const { page } = place
  const before = page.fields
  const content = flat(contentOf(element, place))
  const isField =
    page.fields > before || page.fieldIds.has(String(element.properties['htmlFor'] ?? '-'))
  return isField && !page.isWhole ? omit(content, place) : content
}

function omit(content: MarkdownNode[], { page }: Place): Content {
  page.lost += plainText(content).length
  return []
}

/** Lists of countries and the like are longer. */
const MAX_CHOICES = 40

function toChoices(select: Element, place: Place): Content {
  const options = findElements(select).filter(
    ({ tagName, properties }) => tagName === 'option' && properties['value'] !== '',
  )
  const contents = options.map((option) => flow(contentOf(option, place)))
  return options.length > MAX_CHOICES ? [] : listOf(contents, {})
}

/** Buttons that name content are kept: those that open it, in or around a heading or a link, and questions. */
function toButton(element: Element, place: Place): Content {
  const content = flat(contentOf(element, place))
  const isName =
    place.page.isWhole ||
    place.isLabel ||
    isDisclosure(element) ||
    content.some(({ type }) => /^(?:heading|link)$/.test(type)) ||
    /[?;՞؟፧？]/.test(plainText(content))
  return isName ? [BOUNDARY, content, BOUNDARY] : omit(content, place)
}

function toBanner(element: Element, place: Place): Content {
  const content = flat(contentOf(element, place))
  const isContent = place.page.isWhole || content.some(({ type }) => type === 'heading')
  return isContent ? content : omit(content, place)
}

function toList(list: Element, place: Place): Content {
  const items: Content[][] = []
  for (const node of list.children) {
    for (const child of node.type === 'element' && node.tagName === 'div'
      ? node.children
      : [node]) {
      const isItem = child.type === 'element' && /^(?:dt|li)$/.test(child.tagName)
      if (isItem || items.length === 0) items.push([])
      items.at(-1)!.push(convert(child, place))
    }
  }
  const isOrdered = list.tagName === 'ol'
  return listOf(
    items.map(flow),
    isOrdered ? { ordered: true, start: Number(list.properties['start'] ?? 1) } : {},
  )
}

function listOf(
  items: MarkdownNode[][],
  numbering: { ordered?: boolean; start?: number },
): Content {
  const children = items
    .filter((item) => item.length > 0)
    .map((item) => ({
      type: 'listItem',
      spread: item.length > 1 && item.some(({ type }, index) => index > 0 && type !== 'list'),
      children: item,
    }))
  const spread = children.some((item) => item.spread)
  return children.length === 0 ? [] : { type: 'list', ...numbering, spread, children }
}

function convertTable(table: Element, place: Place): Content {
  const before = ++place.page.tables
  const content = flat(contentOf(table, place))
  const isLayout = /^(?:none|presentation)$/.test(roleOf(table))
  return toTable(content, isLayout, place.page.tables > before)
}

function toCell(element: Element, place: Place): Content {
  const { tagName, properties } = element
  const span = (name: string): number => Number(properties[name] ?? 1)
  return {
    type: 'tableCell',
    children: flat(contentOf(element, place)),
    isHead: tagName === 'th',
    ...{ colSpan: span('colSpan'), rowSpan: span('rowSpan') },
  }
}

function nameOf(element: Element): string {
  const { ariaLabel, title } = element.properties
  const [text] = findElements(element).find(({ tagName }) => tagName === 'title')?.children ?? []
  return String(ariaLabel ?? title ?? (text?.type === 'text' ? text.value : ''))
}

/** Returns a formula as TeX if the page has it, or in one line. */
function formulaOf(math: Element): string {
  const tex =
    math.properties['alttext'] ??
    textOfMath(findElements(math).find(({ tagName }) => tagName === 'annotation'))
  return tex ? `$${tex}$` : textOfMath(math)
}

function textOfMath(node: Nodes | undefined): string {
  if (node?.type === 'text') return node.value.trim()
  if (node?.type !== 'element') return ''
  const text = node.children.map(textOfMath).join(OPERATORS[node.tagName] ?? '')
  return node.tagName === 'msqrt' ? `√(${text})` : text
}

const OPERATORS: Record<string, string> = { msub: '_', msup: '^', mfrac: '/' }

import type { Element, Nodes } from 'hast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

import { findElements, resolveUrl } from './elements.ts'
import {
  BOUNDARY,
  CLOSE,
  flow,
  isBlock,
  type MarkdownNode,
  OPEN,
  phrase,
  plainText,
  SPACE,
} from './markdown-nodes.ts'
import { type Cell, toTable } from './markdown-table.ts'

/**
 * Converts a page to Markdown by what HTML and ARIA say: content is kept, and so is what a control reveals. Navigation,
 * controls, decoration and hidden text are left out, unless little else remains. URLs are absolute.
 *
 * @returns An empty string if the page has no text.
 */
export function toPageMarkdown(elements: Element[], url: string, title: string): string {
  for (const isWhole of [false, true]) {
    const page = new PageContent(elements, url, isWhole)
    const blocks = flow(page.contentOf(elements[0], {}))
    const kept = plainText(blocks).length
    if (kept === 0 || (!isWhole && page.lost > kept)) continue
    if (!page.hasTitle && title !== '') {
      blocks.unshift({ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] })
    }
    return toMarkdown({ type: 'root', children: blocks } as Parameters<typeof toMarkdown>[0], {
      bullet: '-',
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    })
  }
  return ''
}

/** Where an element is. */
interface Place {
  isHidden?: boolean
  isAriaHidden?: boolean
  isSection?: boolean
  isCode?: boolean
  isLabel?: boolean
}

/** Metadata and embedded content. */
const NO_CONTENT =
  /^(?:applet|area|audio|base|canvas|datalist|embed|frameset|head|iframe|link|map|meta|noembed|noframes|noscript|object|param|picture-source|script|source|style|template|title|track|video)$/
const NAVIGATION = /^(?:menu|menubar|navigation|search|toolbar)$/
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|nobr|output|q|rb|rt|ruby|s|samp|small|span|strike|strong|time|tt|u|var)$/
const FORMAT: Record<string, string> = { b: 'strong', strong: 'strong', em: 'emphasis', i: 'emphasis', del: 'delete', s: 'delete', strike: 'delete' }

class PageContent {
  /** The length of the text that was left out, apart from navigation. */
  lost = 0
  hasTitle = false
  private fields = 0
  private tables = 0
  private texts?: Set<string>
  /** Words of the controls, which can be IDs. */
  private readonly controlled = new Set<string>()
  private readonly fieldIds = new Set<unknown>()

  private readonly elements: Element[]
  private readonly url: string
  private readonly isWhole: boolean

  constructor(elements: Element[], url: string, isWhole: boolean) {
    this.elements = elements
    this.url = url
    this.isWhole = isWhole
    for (const element of elements) {
      if (element.properties['id'] && isTextField(element)) this.fieldIds.add(String(element.properties['id']))
      for (const [name, value] of Object.entries(element.properties)) {
        if (!CONTROLS.test(name) || (name === 'href' && !String(value).startsWith('#'))) continue
        for (const word of String(value).split(/[\s#'"`(),;]+/)) this.controlled.add(word)
      }
    }
  }

  contentOf(parent: Nodes | undefined, place: Place): MarkdownNode[] {
    const nodes: MarkdownNode[] = []
    for (const child of parent && 'children' in parent ? parent.children : []) {
      this.convert(child, place, nodes)
    }
    return nodes
  }

  private convert(node: Nodes, parentPlace: Place, nodes: MarkdownNode[]): void {
    if (node.type === 'text') {
      if (parentPlace.isHidden) this.lost += node.value.trim().length
      else nodes.push(toText(node.value, parentPlace))
    }
    if (node.type !== 'element') return
    const isInline = INLINE.test(node.tagName) && !/display\s*:\s*(?:block|flex|grid|table)/i.test(styleOf(node))
    const place = this.enter(node, parentPlace, isInline)
    if (!place) {
      if (!isInline) nodes.push(SPACE)
    } else if (isInline) {
      nodes.push(OPEN)
      this.convertInline(node, place, nodes)
      nodes.push(CLOSE)
    } else {
      this.convertBlock(node, place, nodes)
    }
  }

  /** Returns the place in an element, or `undefined` if it is no content. */
  private enter(element: Element, place: Place, isInline: boolean): Place | undefined {
    const { tagName, properties } = element
    const { hidden, ariaHidden, popover, id } = properties
    const role = roleOf(element)
    if (NO_CONTENT.test(tagName) && !(this.isWhole && tagName === 'noscript')) return undefined
    if (this.isWhole) return place
    if (NAVIGATION.test(role)) return undefined
    const isRevealed =
      /^(?:alertdialog|dialog|tabpanel)$/.test(role) ||
      popover !== undefined ||
      hidden === 'until-found' ||
      (id !== undefined && this.controlled.has(String(id)))
    const isHidden = Boolean(hidden) || /(?:^|;)\s*display\s*:\s*none/i.test(styleOf(element))
    const inner = { ...place }
    if (/^(?:article|aside|main|nav|section)$/.test(tagName)) inner.isSection = true
    if (isRevealed) inner.isHidden = false
    else if (isHidden) inner.isHidden = true
    if (String(ariaHidden) === 'true' && !place.isAriaHidden) {
      if (isInline || tagName === 'svg' || this.isElsewhere(element)) return undefined
      inner.isAriaHidden = true
    }
    return inner
  }

  /** Returns whether the page shows all texts of an element elsewhere. */
  private isElsewhere(element: Element): boolean {
    this.texts ??= textsOf(this.elements[0]!, true)
    const texts = textsOf(element, false)
    const isNew = [...texts].some((text) => /[\p{L}\p{N}]/u.test(text) && !this.texts!.has(text))
    for (const text of texts) this.texts.add(text)
    return !isNew
  }

  private convertInline(element: Element, place: Place, nodes: MarkdownNode[]): void {
    const { tagName } = element
    if (tagName === 'a') return this.convertLink(element, place, nodes)
    if (/^(?:code|kbd|samp|tt)$/.test(tagName) && !place.isCode) {
      const value = plainText(this.contentOf(element, place)).trim()
      if (value) nodes.push({ type: 'inlineCode', value })
      return
    }
    if (tagName === 'rt') nodes.push(toText('(', place))
    const type = FORMAT[tagName]
    if (type) addFormatted(nodes, { type }, this.contentOf(element, place))
    else for (const child of element.children) this.convert(child, place, nodes)
    if (tagName === 'rt') nodes.push(toText(')', place))
  }

  private convertLink(element: Element, place: Place, nodes: MarkdownNode[]): void {
    const { href } = element.properties
    const content = this.contentOf(element, place)
    const url = typeof href === 'string' ? resolveUrl(this.elements, this.url, href.trim()) : undefined
    const isPlace = url?.href.split('#')[0] === this.url && url.hash !== ''
    if (!url || isPlace || !/^(?:https?|mailto|sms|tel|tg|viber|whatsapp|skype):$/.test(url.protocol) || place.isHidden) {
      return push(nodes, content)
    }
    if (!content.some((node) => isBlock(node))) {
      const name = nameOf(element)
      if (phrase(content).children.length === 0 && name) content.push(toText(name, place))
      return addFormatted(nodes, { type: 'link', url: url.href }, content)
    }
    const blocks = flow(content)
    const main = blocks.find(({ type }) => type === 'heading') ?? blocks.find(({ type }) => type === 'paragraph')
    if (main) main.children = [{ type: 'link', url: url.href, children: main.children! }]
    push(nodes, blocks)
  }

  private convertBlock(element: Element, place: Place, nodes: MarkdownNode[]): void {
    const { tagName, properties, children } = element
    const level = roleOf(element) === 'heading' ? Number(properties['ariaLevel'] ?? 2) : Number(/^h([1-6])$/.exec(tagName)?.[1])
    const block = (content: MarkdownNode[]): void => {
      nodes.push(BOUNDARY)
      push(nodes, content)
      nodes.push(BOUNDARY)
    }
    if (level) return this.convertHeading(element, { ...place, isLabel: true }, Math.min(6, level), nodes)
    if (tagName === 'br') nodes.push({ type: 'break' })
    else if (tagName === 'hr') nodes.push({ type: 'thematicBreak' })
    else if (tagName === 'wbr' || tagName === 'rp') return
    else if (/^su[bp]$/.test(tagName)) {
      const content = phrase(this.contentOf(element, place)).children
      if (content.length > 0) {
        nodes.push({ type: 'html', value: `<${tagName}>` }, ...content, { type: 'html', value: `</${tagName}>` })
      }
    } else if (tagName === 'img') this.convertImage(element, place, nodes)
    else if (tagName === 'svg') nodes.push(toText(` ${place.isHidden ? '' : nameOf(element)} `, place))
    else if (tagName === 'math') nodes.push(OPEN, toText(place.isHidden ? '' : formulaOf(element), place), CLOSE)
    else if (tagName === 'input' || tagName === 'textarea') {
      if (isTextField(element)) this.fields++
      nodes.push(SPACE)
    } else if (tagName === 'select') {
      const options = findElements(element).filter((each) => each.tagName === 'option' && each.properties['value'] !== '')
      if (!place.isHidden && options.length <= 40) {
        block([toList(options.map((each) => flow(this.contentOf(each, place))), false)])
      }
    } else if (tagName === 'label') {
      const before = this.fields
      const content = this.contentOf(element, place)
      const isField = this.fields > before || this.fieldIds.has(String(properties['htmlFor']))
      if (isField && !this.isWhole) this.lost += plainText(content).length
      else block(content)
    } else if (isButton(element)) {
      const content = this.contentOf(element, place)
      const text = plainText(content)
      const isName = this.isWhole || place.isLabel || isDisclosure(element) || /[?;՞؟፧？]/.test(text) || content.some(({ type }) => type === 'heading')
      if (isName) block(content)
      else {
        this.lost += text.length
        nodes.push(SPACE)
      }
    } else if (/^(?:dir|dl|menu|ol|ul)$/.test(tagName)) {
      const list = this.listOf(element, place)
      block(list ? [list] : [])
    } else if (tagName === 'blockquote') {
      const content = flow(this.contentOf(element, place))
      if (content.length > 0) nodes.push({ type: 'blockquote', children: content })
    } else if (/^(?:listing|pre|xmp|plaintext)$/.test(tagName) && !place.isCode) {
      const value = plainText(this.contentOf(element, { ...place, isCode: true })).replace(/^\n|\s+$/g, '')
      if (value) nodes.push({ type: 'code', value })
    } else if (tagName === 'table') this.convertTable(element, place, nodes)
    else if (tagName === 'header' && !place.isSection && !this.isWhole) {
      const content = this.contentOf(element, place)
      if (content.some(({ type }) => type === 'heading')) block(content)
      else this.lost += plainText(content).length
    } else {
      const inner = /^(?:dt|legend|summary|th)$/.test(tagName) ? { ...place, isLabel: true } : place
      nodes.push(BOUNDARY)
      for (const child of children) this.convert(child, inner, nodes)
      nodes.push(BOUNDARY)
    }
  }

  private convertHeading(element: Element, place: Place, depth: number, nodes: MarkdownNode[]): void {
    const content = this.contentOf(element, place)
    const isWrapper = content.some((node) => isBlock(node) && node.type !== 'paragraph')
    const children = isWrapper ? [] : phrase(content, true).children
    if (isWrapper) push(nodes, content)
    else if (children.length > 0) {
      nodes.push({ type: 'heading', depth, children })
      this.hasTitle ||= depth === 1
    }
  }

  private convertImage({ properties }: Element, place: Place, nodes: MarkdownNode[]): void {
    const alt = String(properties['alt'] ?? '').replace(/\s+/g, ' ').trim()
    if (!alt || place.isHidden) return void nodes.push(SPACE)
    const url = resolveUrl(this.elements, this.url, String(properties['src'] ?? ''))
    nodes.push(OPEN, /^https?:$/.test(url?.protocol ?? '') && properties['src'] ? { type: 'image', url: url!.href, alt } : toText(alt, place), CLOSE)
  }

  private listOf(element: Element, place: Place): MarkdownNode | undefined {
    const items: MarkdownNode[][] = []
    const children = element.children.flatMap((child) => child.type === 'element' && child.tagName === 'div' ? child.children : [child])
    for (const child of children) {
      const isStart = child.type === 'element' && /^(?:dt|li)$/.test(child.tagName)
      if (isStart || items.length === 0) items.push([])
      this.convert(child, place, items.at(-1)!)
    }
    const contents = items.map((item) => flow(item)).filter((item) => item.length > 0)
    if (contents.length === 0) return undefined
    return toList(contents, element.tagName === 'ol', Number(element.properties['start'] ?? 1))
  }

  private convertTable(table: Element, place: Place, nodes: MarkdownNode[]): void {
    const before = ++this.tables
    const rows: Cell[][] = []
    let hasHeader = false
    const read = (parent: Element, inner: Place): void => {
      for (const child of parent.children) {
        if (child.type !== 'element') continue
        const { tagName, properties } = child
        if (tagName === 'caption') {
          this.convert(child, inner, nodes)
          continue
        }
        const own = this.enter(child, inner, false)
        if (!own) continue
        if (/^t(?:body|foot|head)$/.test(tagName)) read(child, own)
        else if (tagName === 'tr') {
          rows.push([])
          read(child, own)
        } else if (/^t[dh]$/.test(tagName)) {
          hasHeader ||= tagName === 'th'
          const isHead = tagName === 'th'
          rows.at(-1)?.push({ content: this.contentOf(child, isHead ? { ...own, isLabel: true } : own), isHead, colSpan: Number(properties['colSpan'] ?? 1), rowSpan: Number(properties['rowSpan'] ?? 1) })
        }
      }
    }
    read(table, place)
    const filled = rows.filter((row) => row.some(({ content }) => phrase(content).children.length > 0))
    const isLayout = /^(?:none|presentation)$/.test(String(table.properties['role'])) ||
      (!hasHeader && (this.tables > before || filled.length < 2 || filled.every((row) => row.length < 2) ||
        filled.some((row) => row.some(({ content }) => content.some((node) => isBlock(node) && node.type !== 'paragraph')))))
    const result = isLayout || filled.length === 0 ? undefined : toTable(rows)
    if (result) return void nodes.push(result)
    for (const { content } of rows.flat()) {
      nodes.push(BOUNDARY)
      push(nodes, content)
    }
    nodes.push(BOUNDARY)
  }
}

const CONTROLS = /^(?:href|ariaControls|popoverTarget|commandFor|commandfor|data[A-Z].*|on[A-Z].*)$/

function styleOf({ properties }: Element): string {
  return String(properties['style'] ?? '')
}

function roleOf({ tagName, properties }: Element): string {
  const role = String(properties['role'] ?? '').trim().split(/\s/)[0]!.toLowerCase()
  return role || (/^(?:dialog|search)$/.test(tagName) ? tagName : tagName === 'nav' ? 'navigation' : '')
}

function isTextField({ tagName, properties }: Element): boolean {
  return tagName === 'textarea' || (tagName === 'input' && !/^(?:checkbox|radio|range|button|submit|reset|image|hidden)$/i.test(String(properties['type'])))
}

function isButton(element: Element): boolean {
  return /^(?:button|tab|switch)$/.test(roleOf(element)) || element.tagName === 'button'
}

function isDisclosure(element: Element): boolean {
  const { ariaExpanded, ariaControls, popoverTarget } = element.properties
  return ariaExpanded !== undefined || ariaControls !== undefined || popoverTarget !== undefined || roleOf(element) === 'tab'
}

function textsOf(root: Element, skipsHidden: boolean): Set<string> {
  const texts = new Set<string>()
  const stack: Nodes[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') texts.add(node.value.replace(/\s+/g, ' ').trim())
    if (node.type !== 'element' || NO_CONTENT.test(node.tagName)) continue
    if (skipsHidden && String(node.properties['ariaHidden']) === 'true') continue
    stack.push(...node.children)
  }
  return texts
}

function nameOf(element: Element): string {
  const { ariaLabel, title } = element.properties
  const svgTitle = element.tagName === 'svg' ? findElements(element).find(({ tagName }) => tagName === 'title')?.children[0] : undefined
  return String(ariaLabel ?? title ?? (svgTitle?.type === 'text' ? svgTitle.value : ''))
}

function formulaOf(math: Element): string {
  const { alttext } = math.properties
  const tex = findElements(math).find(({ tagName, properties }) => tagName === 'annotation' && /tex/i.test(String(properties['encoding'])))
  if (alttext !== undefined || tex) return `$${String(alttext ?? (tex!.children[0] as { value?: string })?.value ?? '').trim()}$`
  const read = (node: Nodes): string => {
    if (node.type === 'text') return node.value.trim()
    if (node.type !== 'element') return ''
    const parts = node.children.map(read).filter(Boolean)
    const operator = { msup: '^', msub: '_', mfrac: '/' }[node.tagName] ?? ''
    return node.tagName === 'msqrt' ? `√(${parts.join('')})` : parts.join(operator)
  }
  return read(math)
}

function toText(value: string, { isCode }: Place): MarkdownNode {
  const clean = value.replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '')
  return { type: 'text', value: isCode ? clean : clean.replace(/[\t\n\f\r ]+/g, ' ') }
}

function push(nodes: MarkdownNode[], added: MarkdownNode[]): void {
  for (const node of added) nodes.push(node)
}

function addFormatted(nodes: MarkdownNode[], node: MarkdownNode, content: MarkdownNode[]): void {
  if (content.some((each) => isBlock(each))) return push(nodes, content)
  const { children, before, after } = phrase(content)
  if (before) nodes.push(SPACE)
  if (children.length > 0) nodes.push({ ...node, children })
  if (after) nodes.push(SPACE)
}

function toList(contents: MarkdownNode[][], ordered: boolean, start = 1): MarkdownNode {
  const isSpread = (item: MarkdownNode[]): boolean => item.filter(({ type }) => type === 'paragraph').length > 1 || item.some(({ type }) => !/^(?:list|paragraph)$/.test(type))
  const children = contents.map((item) => ({ type: 'listItem', spread: isSpread(item), children: item }))
  return { type: 'list', ordered, start: ordered ? start : null, spread: children.some(({ spread }) => spread), children }
}

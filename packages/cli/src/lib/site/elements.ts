import type { Element, Nodes } from 'hast'

/** Returns the elements in a tree, in document order. Not recursive: a page can be nested deeper than the stack. */
export function findElements(tree: Nodes): Element[] {
  const elements: Element[] = []
  const stack = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'element') elements.push(node)
    if (!('children' in node)) continue
    for (const child of node.children.toReversed()) stack.push(child)
  }
  return elements
}

/** Resolves a reference in a page, relative to its `<base>`. Returns `undefined` if the reference is malformed. */
export function resolveUrl(elements: Element[], pageUrl: string, href: string): URL | undefined {
  const base = findBase(elements)
  const baseUrl =
    typeof base === 'string' && URL.canParse(base, pageUrl) ? new URL(base, pageUrl).href : pageUrl
  return URL.canParse(href, baseUrl) ? new URL(href, baseUrl) : undefined
}

const bases = new WeakMap<Element[], { href: unknown }>()

/** Searches once per page: a page can have 100,000 references. */
function findBase(elements: Element[]): unknown {
  const known = bases.get(elements)
  if (known) return known.href
  const href = elements.find(({ tagName }) => tagName === 'base')?.properties['href']
  bases.set(elements, { href })
  return href
}

export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value)
}

export function lineOf({ position }: Element): number {
  return position?.start.line ?? 1
}

/** Returns the text at the start of an element: the code of a script, or an empty string. */
export function codeOf({ children: [text] }: Element): string {
  return text?.type === 'text' ? text.value : ''
}

/** Returns the code and the URL of a `<script>` that the browser runs, or an empty string for other elements. */
export function sourceOf(element: Element): string {
  if (timingOf(element) === undefined) return ''
  return `${codeOf(element)} ${attribute(element, 'src') ?? ''}`
}

/** Returns the URLs of the images that an element is or, if it is a `<noscript>`, that its text contains. */
export function imageUrls(element: Element): string[] {
  if (element.tagName !== 'noscript') return [attribute(element, 'src') ?? []].flat()
  const images = codeOf(element).matchAll(/<img\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)/gi)
  return Array.from(images, ([, src]) => src!.replaceAll('&amp;', '&'))
}

/** While it parses the page, after that in the order of the scripts, or at a time that cannot be known. */
export type Timing = 'parsing' | 'deferred' | 'later'

/** @see https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const SCRIPT_TYPE =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))?$/

/** Returns when the browser runs a `<script>`, or `undefined` for other elements. */
export function timingOf(element: Element): Timing | undefined {
  const { defer, async, src } = element.properties
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase()
  const isModule = type === 'module'
  const isScript = isModule || SCRIPT_TYPE.test(type)
  if (element.tagName !== 'script' || !isScript) return undefined
  // An inline script ignores both attributes, unless it is a module.
  if (async && (src !== undefined || isModule)) return 'later'
  return isModule || (defer && src !== undefined) ? 'deferred' : 'parsing'
}

export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

export function textOf(node: Nodes | undefined): string {
  return node === undefined ? '' : collapseSpace(rawText(node))
}

function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && NO_TEXT.test(node.tagName)) return ''
  const text = 'children' in node ? node.children.map((child) => rawText(child)).join('') : ''
  return node.type === 'element' && INLINE.test(node.tagName) ? text : ` ${text} `
}

/**
 * Returns the texts of elements, as {@link textOf}, except those longer than about `max` characters. Reads each element
 * once.
 *
 * @param elements In document order.
 */
export function shortTexts(elements: Element[], max: number): Map<Nodes, string> {
  const texts = new Map<Nodes, string>()
  for (const element of elements.toReversed()) {
    const { tagName, children } = element
    let text = ''
    const add = (child: Nodes): boolean => {
      const part = child.type === 'element' ? texts.get(child) : rawText(child)
      text = `${text}${part}`.replaceAll(/\s+/g, ' ')
      return part !== undefined && text.length <= max
    }
    if (NO_TEXT.test(tagName)) texts.set(element, '')
    else if (children.every(add)) texts.set(element, INLINE.test(tagName) ? text : ` ${text} `)
  }
  return texts
}

const NO_TEXT = /^(?:noscript|script|style|template)$/
const INLINE = /^(?:a|abbr|b|bdi|bdo|code|em|i|mark|s|small|span|strong|sub|sup|time|u|wbr)$/

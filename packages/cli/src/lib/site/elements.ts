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

export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Returns the text with spaces around everything that is not inline. */
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

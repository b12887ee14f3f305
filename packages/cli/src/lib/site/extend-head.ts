import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'

/** Elements of which a page has one. If the page has its own, the generated one is left out. */
const SINGLE: ((element: Element) => boolean)[] = [
  ({ tagName, properties }) => tagName === 'link' && hasToken(properties['rel'], 'canonical'),
  ({ tagName, properties }) => tagName === 'link' && hasToken(properties['rel'], 'describedby'),
  ({ tagName, properties }) => tagName === 'link' && properties['type'] === 'text/markdown',
  ({ tagName, properties }) => tagName === 'link' && properties['hrefLang'] !== undefined,
  ({ tagName, properties }) => tagName === 'script' && properties['type'] === 'application/ld+json',
]

/**
 * Adds elements to the end of a page's `<head>`, except those the page already has. Adds no lines, so that line
 * numbers in findings match the handwritten file.
 */
export function extendHead(
  html: string,
  page: { elements: Element[]; headEnd: number },
  elements: string,
): string {
  const missing = fromHtml(elements, { fragment: true }).children.filter(
    (node): node is Element =>
      node.type === 'element' &&
      !SINGLE.some((matches) => matches(node) && page.elements.some((each) => matches(each))),
  )
  const added = missing.map(({ position }) =>
    elements.slice(position!.start.offset, position!.end.offset),
  )
  return html.slice(0, page.headEnd) + added.join('') + html.slice(page.headEnd)
}

function hasToken(value: unknown, token: string): boolean {
  return Array.isArray(value) && value.some((each) => String(each).toLowerCase() === token)
}

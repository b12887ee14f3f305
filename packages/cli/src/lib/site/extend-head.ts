import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { findElements } from './elements.ts'

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
 *
 * @param html The page.
 * @param elements The HTML of the elements: the result of `renderHead`.
 */
export function extendHead(html: string, elements: string): string {
  const tree = fromHtml(html)
  const own = findElements(tree)
  const missing = fromHtml(elements, { fragment: true }).children.filter(
    (node): node is Element =>
      node.type === 'element' &&
      !SINGLE.some((matches) => matches(node) && own.some((each) => matches(each))),
  )
  const added = missing.map(({ position }) =>
    elements.slice(position!.start.offset, position!.end.offset),
  )
  const offset = headEnd(own)
  return html.slice(0, offset) + added.join('') + html.slice(offset)
}

/** Returns the offset after the last element of the head. The tags of the head itself are optional in HTML. */
function headEnd(elements: Element[]): number {
  const head = elements.find(({ tagName }) => tagName === 'head')!
  const last = head.children.findLast(({ type, position }) => type === 'element' && position)
  if (last) return last.position!.end.offset!
  const start = head.position ?? elements.find(({ tagName }) => tagName === 'html')!.position
  return start === undefined ? 0 : start.start.offset! + '<head>'.length
}

function hasToken(value: unknown, token: string): boolean {
  return Array.isArray(value) && value.some((each) => String(each).toLowerCase() === token)
}

import type { Element, Nodes, Root } from 'hast'

import { findElements } from './elements.ts'

/**
 * Replaces the children of each host of a declarative shadow root with what browsers show: the content of its template, and
 * in its slots the children of the host. Changes the tree. Not recursive: a page can be nested deeper than the stack.
 */
export function composeShadowRoots(tree: Root): Root {
  const stack: Nodes[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!('children' in node)) continue
    const template = node.type === 'element' ? findTemplate(node) : undefined
    if (template) compose(node as Element, template)
    for (const child of node.children) stack.push(child)
  }
  return tree
}

function findTemplate({ tagName, children }: Element): Element | undefined {
  if (!HOST.test(tagName)) return undefined
  return children.find(
    (child): child is Element =>
      child.type === 'element' && child.tagName === 'template' && isShadowRoot(child),
  )
}

/** The elements that can have a shadow root. */
const HOST =
  /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/

/** Whether a template is a declarative shadow root: the parser knows the attribute only in newer versions. */
function isShadowRoot({ properties }: Element): boolean {
  return /^(?:open|closed)$/i.test(
    String(properties['shadowRootMode'] ?? properties['shadowrootmode']),
  )
}

function compose(host: Element, template: Element): void {
  const { content } = template
  const light = Map.groupBy(
    host.children.filter((child) => child !== template),
    (child) => (child.type === 'element' ? String(child.properties['slot'] ?? '') : ''),
  )
  for (const slot of content ? findElements(content) : []) {
    const name = String(slot.properties['name'] ?? '')
    const assigned = slot.tagName === 'slot' ? light.get(name) : undefined
    // Without children of the host, browsers show those of the slot.
    if (assigned?.some(({ type }) => type !== 'comment')) slot.children = assigned
    if (assigned) light.delete(name)
  }
  host.children = content!.children as Element['children']
}

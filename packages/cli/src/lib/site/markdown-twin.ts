import type { School } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import type { Element, Nodes, Parents } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'

/** The Markdown version of a handwritten page. */
export interface MarkdownTwin extends ServedResource {
  body: string
  /** The path of the page. */
  page: string
  /** The title of the page. */
  title: string
  /** The meta description of the page, or its title. */
  description: string
}

/**
 * Converts the main content of a page to Markdown: `<main>`, or the body without its header, navigation and footer.
 * Forms, scripts and drawings are left out, and links are absolute.
 *
 * @param path The path of the page.
 * @param html The page.
 * @param school The school, for the URL of the site.
 */
export function markdownTwin(path: string, html: string, school: School): MarkdownTwin {
  const tree = fromHtml(html)
  const url = school.url + path
  const main = find(tree, ({ tagName }) => tagName === 'main')
  const content = main ?? find(tree, ({ tagName }) => tagName === 'body')!
  clean(content, main ? NO_CONTENT : [...NO_CONTENT, 'header', 'footer'], url)
  const markdown = toMarkdown(toMdast({ type: 'root', children: content.children }), {
    bullet: '-',
    extensions: [gfmToMarkdown()],
  })
  const title = textOf(find(tree, ({ tagName }) => tagName === 'title')) || path
  const meta = find(tree, ({ properties }) => properties['name'] === 'description')
  return {
    path: markdownPath(path),
    contentType: 'text/markdown; charset=utf-8',
    body: markdown,
    headers: { Link: `<${url}>; rel="canonical"` },
    page: path,
    title,
    description: toLine(String(meta?.properties['content'] ?? '')) || title,
  }
}

/** Returns where llms.txt version 2 expects the Markdown version of a page. */
export function markdownPath(path: string): string {
  return `${path}${path.endsWith('/') ? 'index' : ''}.md`
}

const NO_CONTENT = [
  'button',
  'canvas',
  'dialog',
  'form',
  'iframe',
  'nav',
  'noscript',
  'object',
  'script',
  'style',
  'svg',
  'template',
]

/** Removes elements without content, and makes URLs absolute. */
function clean(parent: Parents, removed: string[], url: string): void {
  parent.children = parent.children.filter(
    (node) =>
      node.type === 'text' ||
      (node.type === 'element' &&
        !(removed.includes(node.tagName) || node.properties['hidden'] || isAriaHidden(node))),
  ) as typeof parent.children
  for (const node of parent.children) {
    if (node.type !== 'element') continue
    for (const name of ['href', 'src']) {
      const value = node.properties[name]
      if (typeof value === 'string' && URL.canParse(value, url)) {
        node.properties[name] = new URL(value, url).href
      }
    }
    clean(node, removed, url)
  }
}

function isAriaHidden({ properties }: Element): boolean {
  return String(properties['ariaHidden']) === 'true'
}

function find(node: Nodes, matches: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && matches(node)) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = find(child, matches)
    if (found) return found
  }
  return undefined
}

function textOf(element: Element | undefined): string {
  const [child] = element?.children ?? []
  return child?.type === 'text' ? toLine(child.value) : ''
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

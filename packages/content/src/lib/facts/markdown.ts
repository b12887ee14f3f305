import type {
  BlockContent,
  Heading,
  Link,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  Text,
} from 'mdast'
import { toMarkdown, type Unsafe } from 'mdast-util-to-markdown'

/**
 * Builders for Markdown trees (mdast), and their serializer. The builders take plain text; serializers escape it.
 *
 * @module
 */

export function serializeMarkdown(tree: Root): string {
  return toMarkdown(tree, { bullet: '-', unsafe: UNSAFE })
}

const UNSAFE: Unsafe[] = [
  // By default, "<" is escaped only before letters, but an email autolink may start with other characters.
  { character: '<', after: String.raw`\S`, inConstruct: 'phrasing' },
  // Many parsers link bare URLs. Those that `linkUrls` leaves in the text must not become links with backslashes.
  ...[
    { character: ':', before: '[ps]', after: String.raw`\/` },
    { character: '.', before: '[Ww]{3}' },
  ].map((unsafe): Unsafe => ({
    ...unsafe,
    inConstruct: 'phrasing',
    notInConstruct: ['autolink', 'link'],
  })),
]

/** Returns a heading. In HTML, `id` becomes its `id` attribute. */
export function headingNode(depth: 1 | 2 | 3, title: string, id?: string): Heading {
  return {
    type: 'heading',
    depth,
    children: [textNode(title)],
    ...(id !== undefined && { data: { hProperties: { id } } }),
  }
}

export function paragraphNodes(text: string | undefined): Paragraph[] {
  const paragraphs = text?.split('\n\n') ?? []
  return paragraphs.map((paragraph) => paragraphNode(textNode(paragraph)))
}

export function paragraphNode(...children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children }
}

export function listNodes(items: BlockContent[][], ordered = false): List[] {
  const children = items.map((item): ListItem => ({
    type: 'listItem',
    spread: false,
    children: item,
  }))
  return items.length === 0 ? [] : [{ type: 'list', ordered, spread: false, children }]
}

export function linkNode(text: string, url: string): Link {
  return { type: 'link', url, children: [textNode(text)] }
}

/** Returns a link whose text is left-to-right in every language: a URL, number or file name. */
export function ltrLinkNode(text: string, url: string): Link {
  return { ...linkNode(text, url), data: { hProperties: { dir: 'ltr' } } }
}

export function textNode(value: string): Text {
  return { type: 'text', value }
}

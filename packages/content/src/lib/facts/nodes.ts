import type {
  BlockContent,
  Heading,
  Link,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
} from 'mdast'

/**
 * The pieces that the tree of facts is made of. What they are given is plain text: the serialisers escape it.
 *
 * @module
 */

/** A heading and what stands under it; nothing when nothing does. `id` is the fragment of its address. */
export function section(
  depth: 2 | 3,
  title: string,
  id: string,
  children: readonly RootContent[],
): RootContent[] {
  return children.length === 0 ? [] : [heading(depth, title, id), ...children]
}

export function heading(depth: 1 | 2 | 3, title: string, id?: string): Heading {
  return {
    type: 'heading',
    depth,
    children: [text(title)],
    ...(id !== undefined && { data: { hProperties: { id } } }),
  }
}

/** One for each paragraph of the text. */
export function paragraphs(plain: string): Paragraph[] {
  return plain.split('\n\n').map((line) => paragraph(text(line)))
}

export function paragraph(...children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children }
}

/** Nothing when there are no items. */
export function list(items: ListItem[], ordered = false): List[] {
  return items.length === 0 ? [] : [{ type: 'list', ordered, spread: false, children: items }]
}

export function item(...children: BlockContent[]): ListItem {
  return { type: 'listItem', spread: false, children }
}

export function link(title: string, url: string): Link {
  return { type: 'link', url, children: [text(title)] }
}

/** A link whose text is an address, a number or the name of a file: written left to right in every language. */
export function ltrLink(title: string, url: string): Link {
  return { ...link(title, url), data: { hProperties: { dir: 'ltr' } } }
}

export function text(value: string): PhrasingContent {
  return { type: 'text', value }
}

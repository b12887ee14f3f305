import type { Root } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'

/** CommonMark in which every text of the tree reads back as it was. */
export function writeMarkdown(tree: Root): string {
  return toMarkdown(tree, { bullet: '-' })
}

import type { Root } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'

/** CommonMark in which every text of the tree reads back as it was. */
export function writeMarkdown(tree: Root): string {
  return toMarkdown(tree, { bullet: '-', unsafe: [AUTOLINK] })
}

/** The serialiser itself escapes "<" before letters only, and an e-mail address in a text may begin otherwise. */
const AUTOLINK = { character: '<', after: String.raw`\S`, inConstruct: 'phrasing' } as const

import type * as hast from 'hast'
import type * as mdast from 'mdast'

/** A block of text that readers see: a paragraph, a list item, a line of a plain text file. */
export interface VisibleText {
  /** The text, with single spaces between words. */
  text: string
  /** Line on which the block starts, counted from 1. */
  line: number | undefined
  /** Level of a heading, 1 to 6. `undefined` for other blocks. */
  depth: number | undefined
}

type Node = hast.Nodes | mdast.Nodes

/** @yields The blocks of text that readers of a page or a Markdown file see. */
export function* visibleText(block: Node): Generator<VisibleText> {
  let text = ''
  for (const part of blockParts(block)) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    yield* flush()
    yield* visibleText(part)
  }
  yield* flush()

  function* flush(): Generator<VisibleText> {
    const visible = collapseSpace(text)
    if (visible) {
      yield { text: visible, line: block.position?.start.line, depth: headingDepth(block) }
    }
    text = ''
  }
}

/** @yields The inline text of a block as strings, and the blocks nested in it as nodes. */
function* blockParts(node: Node): Generator<string | Node> {
  if (node.type === 'code') yield node.value
  if (!('children' in node)) return
  for (const child of node.children) {
    if (child.type === 'text' || child.type === 'inlineCode') yield child.value
    else if (child.type === 'break' || isElement(child, ['br'])) yield ' '
    else if (isInline(child)) yield* blockParts(child)
    else if (!isElement(child, ['head', 'script', 'style', 'template'])) yield child
  }
}

function isElement(node: Node, tagNames: string[]): boolean {
  return node.type === 'element' && tagNames.includes(node.tagName)
}

function isInline(node: Node): boolean {
  return INLINE.has(node.type === 'element' ? node.tagName : node.type)
}

const INLINE = new Set(
  (
    'a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr ' +
    'delete emphasis link linkReference'
  ).split(' '),
)

function headingDepth(node: Node): number | undefined {
  if (node.type === 'heading') return node.depth
  const [, depth] = /^h([1-6])$/.exec(node.type === 'element' ? node.tagName : '') ?? []
  return depth === undefined ? undefined : Number(depth)
}

/** Returns a string with single spaces instead of white space. */
export function collapseSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim()
}

import type { Element, Nodes } from 'hast'

/** A block of text that readers see, such as a paragraph or a list item. */
export interface VisibleText {
  /** The text, with single spaces between words. */
  text: string
  /** Line on which the block starts, counted from 1. */
  line: number | undefined
  /** Level of a heading, 1 to 6. `undefined` for other blocks. */
  depth: number | undefined
}

/** @yields The blocks of text that readers of a page see. */
export function* visibleText(block: Nodes): Generator<VisibleText> {
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
function* blockParts(node: Nodes): Generator<string | Nodes> {
  if (!('children' in node)) return
  for (const child of node.children) {
    if (child.type === 'text') yield child.value
    else if (isElement(child, ['br'])) yield ' '
    else if (isInline(child)) yield* blockParts(child)
    else if (!isElement(child, ['head', 'script', 'style', 'template'])) yield child
  }
}

function isElement(node: Nodes, tagNames: string[]): node is Element {
  return node.type === 'element' && tagNames.includes(node.tagName)
}

function isInline(node: Nodes): boolean {
  return node.type === 'element' && INLINE.has(node.tagName)
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

function headingDepth(node: Nodes): number | undefined {
  const [, depth] = /^h([1-6])$/.exec(node.type === 'element' ? node.tagName : '') ?? []
  return depth === undefined ? undefined : Number(depth)
}

/** Returns a string with single spaces instead of white space. */
function collapseSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim()
}

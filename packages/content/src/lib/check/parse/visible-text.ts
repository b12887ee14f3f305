import type { Element, Nodes } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { parseFragment } from 'parse5'

/** A block of text that readers see, such as a paragraph or a list item. */
export interface VisibleText {
  /** The text, with single spaces between words. */
  text: string
  /** Line on which the block starts, counted from 1. */
  line: number | undefined
  /** Level of a heading, 1 to 6. `undefined` for other blocks. */
  depth: number | undefined
}

export type Heading = VisibleText & { depth: number }

/** Returns the blocks of text that readers of a page see. */
export function visibleText(root: Nodes): VisibleText[] {
  const texts: VisibleText[] = []
  readBlock(root)
  return texts

  function readBlock(block: Nodes): void {
    let parts: string[] = []
    readParts(block)
    flush()

    function readParts(node: Nodes): void {
      for (const child of 'children' in node ? node.children : []) {
        if (child.type === 'text') parts.push(child.value)
        else if (isElement(child, ['br'])) parts.push(' ')
        else if (isInline(child)) readParts(child)
        else if (isElement(child, ['noscript'])) {
          flush()
          readBlock(parseNoscript(child))
        } else if (!isElement(child, ['head', 'script', 'style', 'template'])) {
          flush()
          readBlock(child)
        }
      }
    }

    function flush(): void {
      const text = parts
        .join('')
        .replace(/[\t\n\f\r ]+/g, ' ')
        .trim()
      if (text) texts.push({ text, line: block.position?.start.line, depth: headingDepth(block) })
      parts = []
    }
  }
}

/** Readers without JavaScript see the content, which the parser keeps as text. */
function parseNoscript(element: Element): Nodes {
  const [text] = element.children
  return text?.type === 'text' ? fromParse5(parseFragment(text.value)) : element
}

function isElement(node: Nodes, tagNames: string[]): node is Element {
  return node.type === 'element' && tagNames.includes(node.tagName)
}

function isInline(node: Nodes): boolean {
  return node.type === 'element' && INLINE.has(node.tagName)
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q s samp slot small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

function headingDepth(node: Nodes): number | undefined {
  const [, depth] = /^h([1-6])$/.exec(node.type === 'element' ? node.tagName : '') ?? []
  return depth === undefined ? undefined : Number(depth)
}

import type * as hast from 'hast'
import type * as mdast from 'mdast'

import type { SiteFile } from './site-file.ts'

/** A run of text that a reader sees without a break: a paragraph, an item of a list, a line of a plain file. */
export interface Text {
  text: string
  line: number | undefined
  /** Of the heading that it is, 1 to 6. */
  depth: number | undefined
}

/** @yields What a reader sees of a file, with one space between words. */
export function* textsOf(file: SiteFile): Generator<Text> {
  if (file.kind === 'text') {
    for (const [index, text] of file.body.split('\n').entries()) {
      yield { text: oneSpace(text), line: index + 1, depth: undefined }
    }
  }
  if (file.kind === 'markdown' || file.kind === 'html') yield* textsIn(file.tree)
}

function* textsIn(block: Node): Generator<Text> {
  let text = ''
  for (const node of leavesOf(block)) {
    if (typeof node === 'string') {
      text += node
      continue
    }
    yield* flush()
    yield* textsIn(node)
  }
  yield* flush()

  function* flush(): Generator<Text> {
    const seen = oneSpace(text)
    if (seen) yield { text: seen, line: block.position?.start.line, depth: depthOf(block) }
    text = ''
  }
}

type Node = hast.Nodes | mdast.Nodes

/** @yields The text of a block, and the blocks within it. */
function* leavesOf(node: Node): Generator<string | Node> {
  if (node.type === 'code') yield node.value
  if (!('children' in node)) return
  for (const child of node.children) {
    if (child.type === 'text' || child.type === 'inlineCode') yield child.value
    else if (child.type === 'break' || isLineBreak(child)) yield ' '
    else if (isInline(child)) yield* leavesOf(child)
    else if (!isHidden(child)) yield child
  }
}

function isInline(node: Node): boolean {
  return INLINE.has(node.type === 'element' ? node.tagName : node.type)
}

function isLineBreak(node: Node): boolean {
  return node.type === 'element' && node.tagName === 'br'
}

function isHidden(node: Node): boolean {
  return node.type === 'element' && ['head', 'script', 'style', 'template'].includes(node.tagName)
}

function depthOf(node: Node): number | undefined {
  if (node.type === 'heading') return node.depth
  const [, depth] = /^h([1-6])$/.exec(node.type === 'element' ? node.tagName : '') ?? []
  return depth === undefined ? undefined : Number(depth)
}

function oneSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim()
}

const INLINE = new Set(
  (
    'a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr ' +
    'delete emphasis link linkReference'
  ).split(' '),
)

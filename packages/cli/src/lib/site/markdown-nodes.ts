/** A node of a Markdown tree (mdast). */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  [field: string]: unknown
}

/** Nodes in order. */
export type Content = MarkdownNode | Content[]

/** Separates two blocks. */
export const BOUNDARY: MarkdownNode = { type: 'paragraph', children: [] }
/** The edges of an inline element, where {@link phrase} adds a space if two words would become one. */
export const OPEN: MarkdownNode = { type: 'text', value: '' }
export const CLOSE: MarkdownNode = { type: 'text', value: '' }
export const SPACE: MarkdownNode = { type: 'text', value: ' ' }

/** Returns the nodes of a content in one array. */
export function flat(content: Content): MarkdownNode[] {
  return [content].flat(Infinity) as MarkdownNode[]
}

export function isBlock({ type }: MarkdownNode): boolean {
  return /^(?:blockquote|code|heading|list|paragraph|table|thematicBreak)$/.test(type)
}

/** Returns the text of nodes. */
export function plainText(nodes: MarkdownNode[]): string {
  const text = ({ type, value, children }: MarkdownNode): string => {
    if (type === 'break') return '\n'
    return children ? plainText(children) : type === 'html' ? '' : (value ?? '')
  }
  return nodes.map(text).join('')
}

/** Groups nodes into blocks: inline nodes become paragraphs, which two line breaks separate. */
export function flow(content: Content): MarkdownNode[] {
  const blocks: MarkdownNode[] = []
  let run: MarkdownNode[] = []
  let breaks = 0
  for (const node of [...flat(content), BOUNDARY]) {
    if (node.type === 'break') breaks++
    else if (node.value?.trim() !== '') breaks = 0
    if (!isBlock(node) && breaks < 2) {
      run.push(node)
      continue
    }
    const { children } = phrase(run)
    if (children.length > 0) blocks.push({ type: 'paragraph', children })
    if (node !== BOUNDARY && isBlock(node)) blocks.push(node)
    run = []
    breaks = 0
  }
  return blocks
}

/**
 * Returns content as inline nodes with single spaces, and whether spaces were around them.
 *
 * @param isLine Whether line breaks become spaces.
 */
export function phrase(
  content: Content,
  isLine = false,
): { children: MarkdownNode[]; before: boolean; after: boolean } {
  const children: MarkdownNode[] = []
  let text = ''
  let tail = '\n'
  let edge: MarkdownNode[] = []
  let before = false
  let isEmpty = true

  const flush = (): void => {
    if (text !== '') children.push({ type: 'text', value: text })
    text = ''
  }
  /** Adds the space that a browser shows between two words. */
  const separate = (words: string): void => {
    const areBoxes = edge.includes(OPEN) && edge[0] === CLOSE
    if (edge.length > 0 && isApart(tail, words, areBoxes)) text += ' '
    edge = []
  }
  const addText = (value: string): void => {
    separate(value)
    before ||= tail === '\n' && children.length === 0 && value.startsWith(' ')
    const added = /\s/.test(tail) ? value.replace(/^ /, '') : value
    text += added
    tail = added.at(-1) ?? tail
    isEmpty &&= added.trim() === ''
  }
  const add = (node: MarkdownNode): void => {
    if (node === OPEN || node === CLOSE) edge.push(node)
    else if (node.type === 'text' || (isLine && node.type === 'break')) addText(node.value ?? ' ')
    else if (isBlock(node) || /^(?:listItem|table(?:Row|Cell))$/.test(node.type)) {
      addText(' ')
      if (node.value) addText(node.value)
      for (const child of node.children ?? []) add(child)
      addText(' ')
    } else if (node.type === 'break') {
      text = text.replace(/ $/, '')
      flush()
      if (children.length > 0) children.push(node)
      tail = '\n'
    } else {
      const words = plainText([node])
      separate(words)
      flush()
      children.push(node)
      tail = words.at(-1) ?? '.'
      isEmpty = false
    }
  }
  for (const node of flat(content)) add(node)
  const after = text.endsWith(' ')
  text = text.replace(/ $/, '')
  flush()
  while (children.at(-1)?.type === 'break') children.pop()
  return { children: isEmpty ? [] : children, before, after }
}

/** Returns whether browsers show two texts apart between which is no space: boxes, and numbers before words. */
function isApart(left: string, right: string, areBoxes: boolean): boolean {
  return (areBoxes ? /[^\s(]$/ : /\p{N}$/u).test(left) && /^[\p{L}\p{N}]/u.test(right)
}

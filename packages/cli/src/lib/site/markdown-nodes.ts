/** A node of a Markdown tree (mdast). */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  [field: string]: unknown
}

/** Separates two blocks. */
export const BOUNDARY: MarkdownNode = { type: 'paragraph', children: [] }
/** The edges of an inline element, which {@link phrase} replaces with a space where two words would become one. */
export const OPEN: MarkdownNode = { type: 'text', value: '' }
export const CLOSE: MarkdownNode = { type: 'text', value: '' }

export const SPACE: MarkdownNode = { type: 'text', value: ' ' }

export function isBlock({ type }: MarkdownNode): boolean {
  return /^(?:blockquote|code|heading|list|paragraph|table|thematicBreak)$/.test(type)
}

/** Returns the text of nodes. */
export function plainText(nodes: MarkdownNode[]): string {
  return nodes
    .map(({ type, value, children }) =>
      type === 'break' ? '\n' : type === 'html' ? '' : children ? plainText(children) : (value ?? ''),
    )
    .join('')
}

/** Groups nodes into blocks: inline nodes become paragraphs, which two line breaks separate. */
export function flow(nodes: MarkdownNode[]): MarkdownNode[] {
  const blocks: MarkdownNode[] = []
  let run: MarkdownNode[] = []
  let breaks = 0
  const close = (): void => {
    const { children } = phrase(run)
    if (children.length > 0) blocks.push({ type: 'paragraph', children })
    run = []
    breaks = 0
  }
  for (const node of nodes) {
    breaks = node.type === 'break' ? breaks + 1 : node.value?.trim() === '' ? breaks : 0
    if (isBlock(node) || breaks === 2) close()
    if (!isBlock(node)) run.push(node)
    else if (node !== BOUNDARY) blocks.push(node)
  }
  close()
  return blocks
}

/** Returns nodes as inline nodes with single spaces, and whether spaces were around them. */
export function phrase(nodes: MarkdownNode[], isLine = false): {
  children: MarkdownNode[]
  before: boolean
  after: boolean
} {
  const children: MarkdownNode[] = []
  let text = ''
  let tail = ' '
  let edge: 'none' | 'open' | 'close' | 'both' = 'none'
  let before = false
  let isEmpty = true

  const flush = (): void => {
    if (text) children.push({ type: 'text', value: text })
    text = ''
  }
  const add = (value: string): void => {
    if (edge !== 'none' && isApart(tail, value.at(0)!, edge === 'both')) text += ' '
    edge = 'none'
    if (children.length === 0 && text === '' && value.startsWith(' ')) before = true
    const added = /\s/.test(tail) ? value.replace(/^ /, '') : value
    text += added
    isEmpty &&= added.trim() === ''
    tail = added.at(-1) ?? tail
  }
  const visit = (node: MarkdownNode): void => {
    if (node === OPEN) edge = edge === 'close' || edge === 'both' ? 'both' : 'open'
    else if (node === CLOSE) edge = edge === 'both' ? 'both' : 'close'
    else if (node.type === 'text') add(node.value!)
    else if (isBlock(node) || /^(?:listItem|tableRow|tableCell)$/.test(node.type)) {
      add(' ')
      if (node.value) add(node.value)
      for (const child of node.children ?? []) visit(child)
      add(' ')
    } else if (node.type === 'break' && isLine) add(' ')
    else if (node.type === 'break') {
      text = text.replace(/ $/, '')
      flush()
      if (children.length > 0) children.push(node)
      tail = '\n'
    } else {
      const words = plainText([node])
      if (edge !== 'none' && words && isApart(tail, words.at(0)!, edge === 'both')) text += ' '
      edge = 'none'
      flush()
      children.push(node)
      isEmpty = false
      tail = words.at(-1) ?? '.'
    }
  }
  for (const node of nodes) visit(node)
  const after = text.endsWith(' ')
  text = text.replace(/ $/, '')
  flush()
  while (children.at(-1)?.type === 'break') children.pop()
  return { children: isEmpty ? [] : children, before, after }
}

/** Returns whether browsers show two characters apart that no space separates: boxes, and numbers beside words. */
function isApart(left: string, right: string, areElements: boolean): boolean {
  const isWord = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)
  const isNumber = (char: string): boolean => /\p{N}/u.test(char)
  if (areElements) return /[^\s(]/.test(left) && isWord(right)
  return isNumber(left) && isWord(right)
}

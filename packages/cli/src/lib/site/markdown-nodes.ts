/** A node of a Markdown tree (mdast). */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  [field: string]: unknown
}

export type Content = MarkdownNode | Content[]

export const BOUNDARY: MarkdownNode = { type: 'paragraph', children: [] }
export const SPACE: MarkdownNode = { type: 'text', value: ' ' }
/** The edges of an inline element, where {@link phrase} adds a space if two words would become one. */
export const OPEN: MarkdownNode = { type: 'text', value: '' }
export const CLOSE: MarkdownNode = { type: 'text', value: '' }

export function flat(content: Content): MarkdownNode[] {
  return Array.isArray(content)
    ? ((content as unknown[]).flat(Infinity) as MarkdownNode[])
    : [content]
}

export function isBlock({ type }: MarkdownNode): boolean {
  return /^(?:blockquote|code|heading|list|paragraph|table|thematicBreak)$/.test(type)
}

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
    const children = phrase(run)
    if (children.length > 0) blocks.push({ type: 'paragraph', children })
    if (isBlock(node) && node !== BOUNDARY) blocks.push(node)
    run = []
    breaks = 0
  }
  return blocks
}

/**
 * Returns content as inline nodes, with single spaces between words, or an empty array if it has no text.
 *
 * @param isLine Whether line breaks become spaces.
 */
export function phrase(content: Content, isLine = false): MarkdownNode[] {
  const children: MarkdownNode[] = []
  let text = ''
  let tail = '\n'
  let edges: MarkdownNode[] = []

  const flush = (): void => {
    if (text !== '') children.push({ type: 'text', value: text })
    text = ''
  }
  const add = (node: MarkdownNode): void => {
    if (node === OPEN || node === CLOSE) return void edges.push(node)
    if (isBlock(node) || /^(?:listItem|table(?:Row|Cell))$/.test(node.type)) {
      const { value = '', children: parts = [{ type: 'text', value }] } = node
      return [SPACE, ...parts, SPACE].forEach(add)
    }
    const isText = node.type === 'text' || (isLine && node.type === 'break')
    const words = isText ? (node.value ?? ' ') : plainText([node])
    const areBoxes = edges[0] === CLOSE && edges.includes(OPEN)
    if (edges.length > 0 && isApart(tail, words, areBoxes)) text += ' '
    edges = []
    if (isText) {
      const added = /\s/.test(tail) ? words.replace(/^ /, '') : words
      text += added
      tail = added.at(-1) ?? tail
      return
    }
    if (node.type === 'break') text = text.replace(/ $/, '')
    flush()
    if (node.type !== 'break' || children.length > 0) children.push(node)
    tail = words.at(-1) ?? '.'
  }
  flat(content).forEach(add)
  text = text.replace(/ $/, '')
  flush()
  while (children.at(-1)?.type === 'break') children.pop()
  const isEmpty = children.every(
    ({ type, value }) => /^(?:break|text)$/.test(type) && !value?.trim(),
  )
  return isEmpty ? [] : children
}

/** Returns whether browsers separate two texts that have no space between them: boxes, and numbers before words. */
function isApart(left: string, right: string, areBoxes: boolean): boolean {
  return (areBoxes ? /[^\s(]$/ : /\p{N}$/u).test(left) && /^[\p{L}\p{N}]/u.test(right)
}

/** Formats inline content, and moves spaces out. Around blocks, formatting is not closed. */
export function format(node: MarkdownNode, content: MarkdownNode[]): Content {
  if (content.some((each) => isBlock(each))) return content
  const children = phrase(content)
  const texts = content.filter(({ value }) => value !== '')
  const before = texts[0]?.value?.startsWith(' ') ? SPACE : []
  const after = texts.at(-1)?.value?.endsWith(' ') ? SPACE : []
  return [before, children.length === 0 ? [] : { ...node, children }, after]
}

/** Returns a list, or nothing if all items are empty. */
export function listOf(items: MarkdownNode[][], numbering = {}): Content {
  const children = items
    .filter((item) => item.length > 0)
    .map((item) => ({
      type: 'listItem',
      spread: item.slice(1).some(({ type }) => type !== 'list'),
      children: item,
    }))
  const spread = children.some((item) => item.spread)
  return children.length === 0 ? [] : { type: 'list', ...numbering, spread, children }
}

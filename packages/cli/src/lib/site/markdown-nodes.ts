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
  return isEmpty ? [] : loosen(children)
}

/**
 * Moves punctuation out of formatting that touches a word, or else removes the formatting: parsers do not read the second
 * marker of `**Price:**50`. The library would write `**Price:**&#x35;0`, and agents read the source.
 */
function loosen(children: MarkdownNode[]): MarkdownNode[] {
  const nodes = [...children]
  for (let i = 0; i < nodes.length; i++) {
    const [before, node, after] = [nodes[i - 1], nodes[i]!, nodes[i + 1]]
    if (node.type === 'inlineCode' && before?.type === 'inlineCode') {
      nodes.splice(--i, 2, { ...node, value: `${before.value}${node.value}` })
    }
    if (!FORMATS.test(node.type)) continue
    const parts = node.children!
    const [first, last] = [parts[0]!, parts.at(-1)!]
    const head = isWord(before?.value?.at(-1)) ? edgeOf(first, /^[\s\p{P}\p{S}]+/u) : 0
    const tail = isWord(after?.value?.[0]) ? edgeOf(last, /[\s\p{P}\p{S}]+$/u) : 0
    const isNextToFormat = node.type !== 'delete' && FORMATS.test(before?.type ?? '')
    if (isNextToFormat || head === undefined || tail === undefined) {
      nodes.splice(i--, 1, ...parts)
    } else if (head + tail > 0) {
      const inner = parts.map((part) => ({ ...part }))
      const outer = [
        { type: 'text', value: first.value!.slice(0, head) },
        { ...node, children: inner },
        { type: 'text', value: last.value!.slice(last.value!.length - tail) },
      ]
      inner.at(-1)!.value = last.value!.slice(0, last.value!.length - tail)
      inner[0]!.value = inner[0]!.value!.slice(head)
      nodes.splice(i, 1, ...outer.filter(({ value }) => value !== ''))
      i = nodes.indexOf(outer[1]!, i)
    }
  }
  return nodes
}

const FORMATS = /^(?:delete|emphasis|strong)$/

/** Returns whether a character is neither white space nor punctuation for Markdown, which reads UTF-16 code units. */
function isWord(character: string | undefined): boolean {
  return character !== undefined && !/[\s\p{P}\p{S}]/u.test(character)
}

/** Returns the length of the punctuation at the edge of a text, or `undefined` if nothing else is there. */
function edgeOf({ type, value = '' }: MarkdownNode, pattern: RegExp): number | undefined {
  const length = pattern.exec(value)?.[0].length ?? 0
  return type === 'text' && length < value.length ? length : undefined
}

/** Returns whether browsers separate two texts that have no space between them: boxes, and numbers before words. */
function isApart(left: string, right: string, areBoxes: boolean): boolean {
  return (areBoxes ? /[^\s(]$/ : /\p{N}$/u).test(left) && /^[\p{L}\p{N}]/u.test(right)
}

/** Formats inline content, and moves spaces and line breaks out. Around blocks, formatting is not closed. */
export function format(node: MarkdownNode, content: MarkdownNode[]): Content {
  if (content.some((each) => isBlock(each))) return content
  const isText = ({ type, value }: MarkdownNode) => type !== 'break' && value?.trim() !== ''
  const start = content.findIndex(isText)
  const end = content.findLastIndex(isText) + 1
  const inner = content.slice(Math.max(start, 0), end)
  if (inner.length === 0) return content
  const before = inner[0]!.value?.startsWith(' ') ? SPACE : []
  const after = inner.at(-1)!.value?.endsWith(' ') ? SPACE : []
  const formatted = { ...node, children: phrase(inner) }
  return [content.slice(0, start), before, formatted, after, content.slice(end)]
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

import type * as hast from 'hast'
import type * as mdast from 'mdast'

import type { XmlElement } from './read-xml.ts'
import type { SiteFile } from './site-file.ts'
import { textsOf } from './texts-of.ts'
import { walk } from './walk.ts'

/** An address that a file names. */
export interface Address {
  /** As it is written. */
  href: string
  line?: number | undefined
  /** Relative to the file, as links between the pages of a site may be, and others may not. */
  mayBeRelative?: boolean
  /** In the middle of a text: signs that follow the address may be taken for its end. */
  isInText?: boolean
}

/** @yields Every address that a file names: in links and metadata, in data, in the middle of a text. */
export function* addressesOf(file: SiteFile): Generator<Address> {
  yield* inHeader(file.headers?.['Link'] ?? '')
  for (const { text, line } of textsOf(file)) yield* inText(text, line)
  if (file.kind === 'markdown') yield* inMarkdown(file.tree)
  if (file.kind === 'html') yield* inHtml(file.tree)
  if (file.kind === 'json') yield* inJson(file.value)
  if (file.kind === 'xml') yield* inXml(file.root)
}

function* inHeader(header: string): Generator<Address> {
  for (const [, href] of header.matchAll(/<([^>]*)>/g)) yield { href: href!, mayBeRelative: true }
}

function* inText(text: string, line?: number): Generator<Address> {
  // What is not ASCII may well be the punctuation of the sentence around.
  for (const [href] of text.matchAll(/https?:\/\/[!#-;=?-~]+/gi)) {
    yield { href, line, isInText: true }
  }
}

function* inMarkdown(tree: mdast.Root): Generator<Address> {
  for (const node of walk<mdast.Nodes>(tree)) {
    if ('url' in node) yield { href: node.url, line: node.position?.start.line }
  }
}

function* inHtml(tree: hast.Root): Generator<Address> {
  for (const node of walk<hast.Nodes>(tree)) {
    if (node.type !== 'element') continue
    const { tagName, properties } = node
    const line = node.position?.start.line
    for (const name of ['href', 'src', 'action', 'poster']) {
      const href = properties[name]
      if (typeof href === 'string') yield { href, line, mayBeRelative: !isMetadata(node) }
    }
    if (
      tagName === 'meta' &&
      /^(?:og|twitter):(?:url|image)$/.test(`${properties['property'] ?? properties['name']}`)
    ) {
      yield { href: `${properties['content']}`, line }
    }
    if (tagName === 'script') {
      for (const child of node.children) if (child.type === 'text') yield* inText(child.value, line)
    }
  }
}

/** What is read apart from the page, by readers that may not know its address. */
function isMetadata({ tagName, properties }: hast.Element): boolean {
  const rel = [properties['rel']].flat()
  return tagName === 'link' && rel.some((name) => name === 'canonical' || name === 'alternate')
}

function* inJson(value: unknown): Generator<Address> {
  if (typeof value === 'string') {
    if (/^https?:\S+$/i.test(value)) yield { href: value }
    else yield* inText(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* inJson(inner)
  }
}

function* inXml({ attributes, children, text }: XmlElement): Generator<Address> {
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns') && /^https?:/i.test(value)) yield { href: value }
  }
  if (children.length === 0 && /^\s*https?:/i.test(text)) yield { href: text.trim() }
  for (const child of children) yield* inXml(child)
}

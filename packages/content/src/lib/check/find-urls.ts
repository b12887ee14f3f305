import type * as hast from 'hast'
import type * as mdast from 'mdast'
import type * as xast from 'xast'

import { type CheckedFile, childElements, elementText, walk } from './checked-file.ts'
import { visibleText } from './visible-text.ts'

/** A URL in a file. */
export interface FoundUrl {
  /** The URL as written. */
  href: string
  /** Line of the URL, if known. */
  line?: number | undefined
  /** Whether a relative URL is allowed here, as in links between the pages of a site. */
  mayBeRelative?: boolean
  /** Whether the URL was found in text, so that it may end with the punctuation of a sentence. */
  isInText?: boolean
}

/** @yields Every URL in a file: in links, metadata, data and text. */
export function* findUrls(file: CheckedFile): Generator<FoundUrl> {
  yield* urlsInLinkHeader(file.headers?.['Link'] ?? '')
  for (const { text, line } of visibleText(file)) yield* urlsInText(text, line)
  if (file.kind === 'markdown') yield* urlsInMarkdown(file.tree)
  if (file.kind === 'html') yield* urlsInHtml(file.tree)
  if (file.kind === 'json') yield* urlsInJson(file.value)
  if (file.kind === 'xml') yield* urlsInXml(file.root)
}

function* urlsInLinkHeader(header: string): Generator<FoundUrl> {
  for (const [, href] of header.matchAll(/<([^>]*)>/g)) yield { href: href!, mayBeRelative: true }
}

function* urlsInText(text: string, line?: number): Generator<FoundUrl> {
  // A URL ends at the first character outside ASCII, which may be punctuation of the sentence.
  for (const [href] of text.matchAll(/https?:\/\/[!#-;=?-~]+/gi)) {
    yield { href, line, isInText: true }
  }
}

function* urlsInMarkdown(tree: mdast.Root): Generator<FoundUrl> {
  for (const node of walk<mdast.Nodes>(tree)) {
    if ('url' in node) yield { href: node.url, line: node.position?.start.line }
  }
}

function* urlsInHtml(tree: hast.Root): Generator<FoundUrl> {
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
      for (const child of node.children) {
        if (child.type === 'text') yield* urlsInText(child.value, line)
      }
    }
  }
}

/** Some readers of metadata do not know the URL of the page, so relative URLs are not allowed there. */
function isMetadata({ tagName, properties }: hast.Element): boolean {
  const rel = [properties['rel']].flat()
  return tagName === 'link' && rel.some((name) => name === 'canonical' || name === 'alternate')
}

function* urlsInJson(value: unknown): Generator<FoundUrl> {
  if (typeof value === 'string') {
    if (/^https?:\S+$/i.test(value)) yield { href: value }
    else yield* urlsInText(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* urlsInJson(inner)
  }
}

function* urlsInXml(root: xast.Element): Generator<FoundUrl> {
  for (const node of walk<xast.Nodes>(root)) {
    if (node.type !== 'element') continue
    const line = node.position?.start.line
    for (const [name, value] of Object.entries(node.attributes)) {
      if (!name.startsWith('xmlns') && value && /^https?:/i.test(value)) yield { href: value, line }
    }
    const text = childElements(node).length === 0 ? elementText(node) : ''
    if (/^https?:/i.test(text)) yield { href: text, line }
  }
}

import type * as mdast from 'mdast'
import type * as xast from 'xast'

import type { CheckedFile } from '../parse/checked-file.ts'
import { findCssUrls } from './find-css-urls.ts'
import { findUrlsInText, type FoundUrl } from './found-url.ts'
import { childElements, elementText } from '../parse/parse-xml.ts'
import { textsOf } from '../parse/texts-of.ts'
import { walk } from '../parse/walk.ts'

/** @yields Every URL in a file: in links, metadata, data, style sheets and text. */
export function* findUrls(file: CheckedFile): Generator<FoundUrl> {
  yield* urlsInLinkHeader(file.headers?.['Link'] ?? '')
  if (file.kind === 'html') {
    yield* file.document.urls
    return
  }
  for (const { text, line } of textsOf(file)) {
    for (const url of findUrlsInText(text)) yield { ...url, line, isLink: true }
  }
  if (file.kind === 'markdown') yield* urlsInMarkdown(file.tree)
  if (file.kind === 'json') yield* urlsInJson(file.value)
  if (file.kind === 'xml') yield* urlsInXml(file.tree)
  if (file.kind === 'text' && /^\s*text\/css\b/i.test(file.contentType)) {
    yield* urlsInStyleSheet(file.body)
  }
}

function* urlsInLinkHeader(header: string): Generator<FoundUrl> {
  for (const [, href] of header.matchAll(/<([^<>]*)>/g)) yield { href: href!, mayBeRelative: true }
}

function* urlsInMarkdown(tree: mdast.Root): Generator<FoundUrl> {
  for (const node of walk<mdast.Nodes>(tree)) {
    if ('url' in node) yield { href: node.url, line: node.position?.start.line, isLink: true }
  }
}

function* urlsInJson(value: unknown): Generator<FoundUrl> {
  if (typeof value === 'string') {
    if (/^https?:\S+$/i.test(value)) yield { href: value }
    else yield* findUrlsInText(value)
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

function* urlsInStyleSheet(css: string): Generator<FoundUrl> {
  for (const href of findCssUrls(css)) {
    // A fragment refers to the page that loads the style sheet.
    if (!href.startsWith('#')) yield { href, mayBeRelative: true }
  }
}

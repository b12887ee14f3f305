import type * as hast from 'hast'

import type { FileFinding } from '../../finding.ts'
import { isJsonTooDeep, tooDeep } from './parse-limits.ts'
import { type Heading, visibleText } from './visible-text.ts'

/** What the checks know about a page after its tree has been dropped. */
export interface Document {
  language: unknown
  hasTitle: boolean
  hasDescription: boolean
  canonical: { href: string; line: number | undefined } | undefined
  /** Whether an element is empty until a script fills it. */
  hasMountPoint: boolean
  /** Whether search engines must not list the page: it is marked `noindex`. The command line knows other signs, too. */
  isHidden: boolean
  ids: Set<string>
  headings: Heading[]
  /** Whether the page shows text apart from its headings. */
  hasText: boolean
  /** Links, targets of forms, images, scripts and style sheets. */
  urls: { href: string; line: number | undefined }[]
  /** What relative URLs resolve against, even those that precede it. Itself relative to the page. */
  base: string | undefined
  jsonLd: FileFinding[]
}

export function readDocument(tree: hast.Root): Document {
  const texts = visibleText(tree)
  const headings = texts.filter((text): text is Heading => text.depth !== undefined)
  const document: Document = {
    language: undefined,
    hasTitle: false,
    hasDescription: false,
    canonical: undefined,
    hasMountPoint: false,
    isHidden: false,
    ids: new Set(),
    headings,
    hasText: texts.length > headings.length,
    urls: [],
    base: undefined,
    jsonLd: [],
  }
  // No generator and no recursion: of 1,560 pages, V8 would keep 200 MB of nodes that nothing uses any more.
  const stack: hast.Nodes[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'element') read(node, document)
    if ('children' in node) for (const child of node.children.toReversed()) stack.push(child)
  }
  return document
}

function read(element: hast.Element, document: Document): void {
  const { tagName, properties, children, position } = element
  const { id, name, content } = properties
  const line = position?.start.line
  if (id !== undefined) document.ids.add(`${id}`)
  if (tagName === 'a' && name !== undefined) document.ids.add(`${name}`)
  if (tagName === 'base') {
    if (typeof properties['href'] === 'string') document.base ??= properties['href']
  } else {
    const hrefs = URL_ATTRIBUTES.map((attribute) => properties[attribute])
    for (const href of hrefs) if (typeof href === 'string') document.urls.push({ href, line })
  }
  if (tagName === 'html') document.language ??= properties['lang']
  if (tagName === 'title' && children.length > 0) document.hasTitle = true
  if (tagName === 'meta') {
    if (/^description$/i.test(`${name}`) && content) document.hasDescription = true
    if (/^(?:robots|googlebot)$/i.test(`${name}`) && /\b(?:noindex|none)\b/i.test(`${content}`)) {
      document.isHidden = true
    }
  }
  if (tagName === 'link' && [properties['rel']].flat().includes('canonical')) {
    document.canonical ??= { href: String(properties['href']), line }
  }
  if (/^(?:div|main)$/.test(tagName) && id !== undefined && children.length === 0) {
    document.hasMountPoint = true
  }
  if (properties['type'] === 'application/ld+json') {
    document.jsonLd.push(...findJsonFault(children[0], line))
  }
}

const URL_ATTRIBUTES = ['href', 'src', 'action', 'formAction', 'poster']

function findJsonFault(
  text: hast.ElementContent | undefined,
  line: number | undefined,
): FileFinding[] {
  try {
    const value: unknown = JSON.parse(text?.type === 'text' ? text.value : '')
    return isJsonTooDeep(value) ? [{ line, ...tooDeep('JSON-LD') }] : []
  } catch (error) {
    const message = `The JSON-LD is not valid JSON: ${(error as Error).message}.`
    return [{ line, message, fix: 'Correct it, or render the files again.' }]
  }
}

import type * as hast from 'hast'

import type { FileFinding } from '../../finding.ts'
import { findHtmlUrls, type FoundUrl } from '../urls/find-html-urls.ts'
import { isJsonTooDeep, tooDeep } from './parse-limits.ts'
import { type Heading, visibleText } from './visible-text.ts'
import { walk } from './walk.ts'

/** What the checks know about a page after its tree has been dropped. */
export interface Document {
  /** The language of `<html>`. */
  language: unknown
  hasTitle: boolean
  hasDescription: boolean
  /** The canonical URL, and its line. */
  canonical: { href: string; line: number | undefined } | undefined
  /** Whether an element is empty until a script fills it. */
  hasMountPoint: boolean
  /** Whether search engines must not list the page: it is marked `noindex`. The command line adds redirects. */
  isHidden: boolean
  /** The ids that links can lead to. */
  ids: Set<string>
  headings: Heading[]
  /** Whether the page shows text apart from its headings. */
  hasText: boolean
  urls: FoundUrl[]
  /** What is wrong with the JSON-LD. */
  jsonLd: FileFinding[]
}

/** Reads what the checks need to know about a page. */
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
    urls: findHtmlUrls(tree),
    jsonLd: [],
  }
  for (const node of walk<hast.Nodes>(tree)) if (node.type === 'element') read(node, document)
  return document
}

function read(element: hast.Element, document: Document): void {
  const { tagName, properties, children, position } = element
  const { id, name, content } = properties
  const line = position?.start.line
  if (id !== undefined) document.ids.add(`${id}`)
  if (tagName === 'a' && name !== undefined) document.ids.add(`${name}`)
  if (tagName === 'html') document.language ??= properties['lang']
  if (tagName === 'title' && children.length > 0) document.hasTitle = true
  if (tagName === 'meta') {
    if (/^description$/i.test(`${name}`) && content) document.hasDescription = true
    if (/^robots$/i.test(`${name}`) && /\b(?:noindex|none)\b/i.test(`${content}`)) {
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

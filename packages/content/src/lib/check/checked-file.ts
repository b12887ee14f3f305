import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type * as xast from 'xast'
import { fromXml } from 'xast-util-from-xml'

import { PATHS } from '../resource.ts'
import type { Resource } from '../resource.ts'
import type { Finding } from './problem.ts'

/** A file of the site with its parsed content. */
export type CheckedFile = Resource &
  (
    | { kind: 'html'; tree: hast.Root }
    | { kind: 'markdown'; tree: mdast.Root }
    | { kind: 'json'; value: unknown }
    | { kind: 'xml'; root: xast.Element }
    | { kind: 'text' }
    | { kind: 'malformed' }
  )

/**
 * Parses a file by its content type.
 *
 * @param resource The file.
 * @param report Called with each syntax error.
 * @returns The parsed file; of kind `malformed` if it cannot be parsed.
 */
export function parseFile(resource: Resource, report: (finding: Finding) => void): CheckedFile {
  const { path, contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') {
    const tree = fromHtml(body, {
      onerror: ({ line, reason, note }) =>
        report({ line, message: `The HTML is invalid: ${withoutPeriod(note || reason)}. ${FIX}` }),
    })
    return { ...resource, kind: 'html', tree }
  }
  if (/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) return malformed(PAGE_SHELL)
  if (type === 'text/markdown' || path === PATHS.llmsFullTxt) {
    return { ...resource, kind: 'markdown', tree: fromMarkdown(body) }
  }
  if (/[/+]json$/.test(type)) {
    try {
      return { ...resource, kind: 'json', value: JSON.parse(body) }
    } catch (error) {
      return malformed(`The JSON is invalid: ${(error as Error).message}. ${FIX}`)
    }
  }
  if (/[/+]xml$/.test(type)) {
    try {
      return { ...resource, kind: 'xml', root: parseXml(body) }
    } catch (error) {
      const { message, line } = error as XmlError
      return malformed(`The XML is invalid: ${message}. ${FIX}`, line)
    }
  }
  return { ...resource, kind: 'text' }

  function malformed(message: string, line?: number): CheckedFile {
    report({ line, message })
    return { ...resource, kind: 'malformed' }
  }
}

const FIX = 'Correct it, or render the files again.'

const PAGE_SHELL =
  'This is a web page, probably the one the host serves at unknown URLs. Render the files again, and put the routes of these files before every catch-all route.'

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '')
}

/**
 * Parses XML without a document type.
 *
 * @returns The root element.
 * @throws {XmlError} If the XML is not well-formed.
 */
export function parseXml(source: string): xast.Element {
  const { children } = wellFormed(source)
  const doctype = children.find(({ type }) => type === 'doctype')
  if (doctype) {
    throw new XmlError('Document types are not supported', doctype.position!.start.line)
  }
  return children.find((node) => node.type === 'element')!
}

function wellFormed(source: string): xast.Root {
  try {
    return fromXml(source)
  } catch (error) {
    // The cause is the parser's own error: one line with the reason and the place, and an excerpt below.
    const { cause, line } = error as { cause: Error; line: number }
    const reason = cause.message.split('\n')[0]!.replace(/ \(line \d+, column \d+\)$/, '')
    throw new XmlError(reason, line)
  }
}

/** A syntax error in XML. */
export class XmlError extends Error {
  override name = 'XmlError'
  /** Line of the error, counted from 1. */
  line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** @yields The nodes of a tree, parents before their children. */
export function* walk<Node extends object>(tree: Node): Generator<Node> {
  yield tree
  if (!('children' in tree)) return
  for (const child of tree.children as Node[]) yield* walk(child)
}

/** Returns the child elements of an XML element. */
export function childElements({ children }: xast.Element): xast.Element[] {
  return children.filter((node) => node.type === 'element')
}

/** Returns the trimmed text of an XML element, without that of its child elements. */
export function elementText({ children }: xast.Element): string {
  return children
    .map((node) => (node.type === 'text' || node.type === 'cdata' ? node.value : ''))
    .join('')
    .trim()
}

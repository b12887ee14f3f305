import type * as xast from 'xast'
import { fromXml } from 'xast-util-from-xml'

import { isTreeTooDeep, tooDeep } from './parse-limits.ts'

/**
 * Parses XML without a document type.
 *
 * @returns The root element.
 * @throws {XmlError} If the XML is not well-formed or nested too deep.
 */
export function parseXml(source: string): xast.Element {
  const { children } = wellFormed(source)
  const doctype = children.find(({ type }) => type === 'doctype')
  if (doctype) {
    throw new XmlError(
      'The XML has a document type, which is not supported. Delete it.',
      doctype.position!.start.line,
    )
  }
  const root = children.find((node) => node.type === 'element')!
  if (isTreeTooDeep(root)) throw new XmlError(tooDeep('XML'))
  return root
}

function wellFormed(source: string): xast.Root {
  try {
    return fromXml(source)
  } catch (error) {
    // The cause is the parser's own error: one line with the reason and the place, and an excerpt below.
    const { cause, line } = error as { cause?: Error; line?: number }
    // The parser is recursive.
    if ((cause ?? error) instanceof RangeError) throw new XmlError(tooDeep('XML'))
    const reason = `${cause?.message}`.split('\n')[0]!.replace(/ \(line \d+, column \d+\)$/, '')
    throw new XmlError(
      `The XML is invalid: ${reason}. Correct it, or render the files again.`,
      line,
    )
  }
}

/** A syntax error in XML. */
export class XmlError extends Error {
  override name = 'XmlError'
  /** Line of the error, counted from 1, if known. */
  line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
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

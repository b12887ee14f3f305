import type * as xast from 'xast'
import { fromXml } from 'xast-util-from-xml'

/**
 * Parses XML without a document type.
 *
 * @returns The root element.
 * @throws {XmlError} If the XML is not well-formed.
 * @throws {RangeError} If it is nested too deep for the parser, which is recursive.
 */
export function parseXml(source: string): xast.Element {
  const { children } = wellFormed(source)
  const doctype = children.find(({ type }) => type === 'doctype')
  if (doctype) {
    throw new XmlError('document types are not supported', doctype.position!.start.line)
  }
  return children.find((node) => node.type === 'element')!
}

function wellFormed(source: string): xast.Root {
  try {
    return fromXml(source)
  } catch (error) {
    // The cause is the parser's own error: one line with the reason and the place, and an excerpt below.
    const { cause, line } = error as { cause?: Error; line?: number }
    if ((cause ?? error) instanceof RangeError) throw cause ?? error
    throw new XmlError(
      `${cause?.message}`.split('\n')[0]!.replace(/ \(line \d+, column \d+\)$/, ''),
      line,
    )
  }
}

/** A syntax error in XML. */
class XmlError extends Error {
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

/** Returns the trimmed text of an XML element, without the text of its child elements. */
export function elementText({ children }: xast.Element): string {
  return children
    .map((node) => (node.type === 'text' || node.type === 'cdata' ? node.value : ''))
    .join('')
    .trim()
}

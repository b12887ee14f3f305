import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { type ParsedScript, parseScript } from './script/parse-script.ts'

/** A handwritten page of the site. */
export interface Page {
  /** The file, relative to the project, for findings. */
  file: string
  /** The path of its URL: `/programs/physics.html`. */
  path: string
  /** Its elements in document order. */
  elements: hast.Element[]
  scripts: PageScript[]
  /** Whether the page is nested too deep for the parser. It has no elements then. */
  isTooDeep: boolean
}

/** A script in a page, or in a file that a page loads. */
export interface PageScript extends ParsedScript {
  file: string
  /** The number of lines before the script in its file. */
  lineOffset: number
  /** Whether the browser runs it before the scripts with `defer`. */
  isEarly: boolean
  /** The message of the error if the script cannot be parsed. */
  syntaxError?: { line: number }
}

/**
 * Parses a page. Scripts that cannot be parsed have no calls.
 *
 * @param file The file, for findings.
 * @param path The path of its URL.
 * @param html The content.
 */
export function parsePage(file: string, path: string, html: string): Page {
  const tree = parseHtml(html)
  const elements: hast.Element[] = []
  // Not recursive: a page can be nested deeper than the stack.
  const stack: hast.Nodes[] = tree ? [tree] : []
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'element') elements.push(node)
    if ('children' in node) stack.push(...node.children.toReversed())
  }
  const scripts = elements.flatMap((element) => scriptsOf(element, file))
  return { file, path, elements, scripts, isTooDeep: tree === undefined }
}

function parseHtml(html: string): hast.Root | undefined {
  try {
    return fromHtml(html)
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function scriptsOf(element: hast.Element, file: string): PageScript[] {
  const { tagName, properties, children } = element
  const line = element.position?.start.line ?? 1
  const handlers = Object.entries(properties)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'string')
    .map(([, code]) => readScript(String(code), { file, lineOffset: line - 1, isHandler: true }))
  if (tagName !== 'script' || properties['src'] !== undefined) return handlers
  const type = attribute(element, 'type') ?? ''
  if (!/^(?:module|(?:text|application)\/(?:java|ecma)script|)$/i.test(type.trim())) return handlers
  const [text] = children
  if (text?.type !== 'text') return handlers
  const lineOffset = (text.position?.start.line ?? line) - 1
  const isModule = /module/i.test(type)
  return [...handlers, readScript(text.value, { file, lineOffset, isModule })]
}

/**
 * Parses a script. It does not throw.
 *
 * @param code The source.
 * @param place Where it is, and how the browser runs it.
 */
export function readScript(
  code: string,
  place: {
    file: string
    lineOffset?: number
    isModule?: boolean
    isHandler?: boolean
    isEarly?: boolean
  },
): PageScript {
  const { file, lineOffset = 0, isModule = false, isHandler = false } = place
  const isEarly = place.isEarly ?? !(isModule || isHandler)
  try {
    const script = parseScript(code, isModule)
    // The code of an attribute runs when the visitor does something.
    const calls = isHandler
      ? script.calls.map((call) => ({ ...call, isTopLevel: false }))
      : script.calls
    return { ...script, calls, file, lineOffset, isEarly }
  } catch (error) {
    // A RangeError if the code is nested too deep for the parser.
    const line = (error as { loc?: { line: number } }).loc?.line ?? 1
    return {
      calls: [],
      assigned: new Set(),
      properties: new Set(),
      file,
      lineOffset,
      isEarly,
      syntaxError: { line },
    }
  }
}

/** Returns the value of an attribute as text, or `undefined` if the element does not have it. */
export function attribute({ properties }: hast.Element, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value)
}

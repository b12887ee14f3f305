import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { findElements } from '../site/elements.ts'
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
  /** The forms in declarative shadow roots, which are not among the elements. */
  shadowForms: hast.Element[]
  /** Whether the page is nested too deep for the parser. It has no elements then. */
  isTooDeep: boolean
}

/**
 * When the browser runs a script: while it parses the page, after that in the order of the scripts, or at a time that
 * cannot be known.
 */
type Timing = 'parsing' | 'deferred' | 'later'

/** A script in a page, or in a file that a page loads. */
export interface PageScript extends ParsedScript {
  file: string
  /** The number of lines before the script in its file. */
  lineOffset: number
  timing: Timing
  /** The index of its `<script>` in the elements of the page. */
  index: number
  /** Whether a tool wrote it: nobody edits such a file. */
  isMinified: boolean
  /** Whether the script contains the HTML of a form, or creates one. */
  hasForm: boolean
  /** Set if the script cannot be parsed. */
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
  const elements = tree ? findElements(tree) : []
  const scripts = elements.flatMap((element, index) => scriptsOf(element, index, file))
  const shadowForms = elements
    .flatMap(({ content, properties }: hast.Element) =>
      content && ('shadowRootMode' in properties || 'shadowrootmode' in properties)
        ? findElements(content)
        : [],
    )
    .filter(({ tagName }) => tagName === 'form')
  return { file, path, elements, scripts, shadowForms, isTooDeep: tree === undefined }
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

function scriptsOf(element: hast.Element, index: number, file: string): PageScript[] {
  const { properties, children } = element
  const line = element.position?.start.line ?? 1
  const handlers = Object.entries(properties)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'string')
    .map(([, code]) => readScript(String(code), { file, lineOffset: line - 1 }))
  const [text] = children
  const timing = timingOf(element)
  if (timing === undefined || properties['src'] !== undefined || text?.type !== 'text') {
    return handlers
  }
  const lineOffset = (text.position?.start.line ?? line) - 1
  return [...handlers, readScript(text.value, { file, lineOffset, timing, index })]
}

/** Returns when the browser runs a `<script>`, or `undefined` if the element is no script. */
export function timingOf(element: hast.Element): Timing | undefined {
  const { defer, async, src } = element.properties
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase()
  const isModule = type === 'module'
  const isScript = isModule || /^(?:(?:text|application)\/(?:java|ecma)script)?$/.test(type)
  if (element.tagName !== 'script' || !isScript) return undefined
  // An inline script ignores both attributes, unless it is a module.
  if (async && (src !== undefined || isModule)) return 'later'
  return isModule || (defer && src !== undefined) ? 'deferred' : 'parsing'
}

/**
 * Parses a script. It does not throw.
 *
 * @param code The source.
 * @param place Where it is, and when the browser runs it. By default, it is an event handler.
 */
export function readScript(
  code: string,
  place: { file: string } & Partial<Pick<PageScript, 'lineOffset' | 'timing' | 'index'>>,
): PageScript {
  const { file, lineOffset = 0, timing = 'later', index = -1 } = place
  const isMinified = /\.min\.m?js$/.test(file) || /[^\n]{5000}/.test(code)
  const hasForm = /<form\b|\bcreateElement\(\s*['"]form\b/i.test(code)
  try {
    return { ...parseScript(code), hasForm, isMinified, file, lineOffset, timing, index }
  } catch (error) {
    // A RangeError if the code is nested too deep for the parser.
    const line = (error as { loc?: { line: number } }).loc?.line ?? 1
    const nothing = { calls: [], assigned: new Set<string>(), properties: new Set<string>() }
    return {
      ...nothing,
      hasForm,
      isMinified,
      file,
      lineOffset,
      timing,
      index,
      syntaxError: { line },
    }
  }
}

/** Returns the value of an attribute as a string, or `undefined` if the element does not have it. */
export function attribute({ properties }: hast.Element, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value)
}

/** Returns the code and the URL of a `<script>` that the browser runs, or an empty string for other elements. */
export function sourceOf(element: hast.Element): string {
  const [text] = element.children
  const code = text?.type === 'text' ? text.value : ''
  return timingOf(element) === undefined ? '' : `${code} ${attribute(element, 'src') ?? ''}`
}

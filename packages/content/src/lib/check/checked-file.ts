import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type * as xast from 'xast'

import { PATHS } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { findHostileMarkdown, isJsonTooDeep, isTreeTooDeep, tooDeep } from './parse-limits.ts'
import { parseXml, XmlError } from './parse-xml.ts'
import type { Finding } from './problem.ts'

/** A file of the site with its parsed content. */
export type CheckedFile = Resource & (ParsedContent | { kind: 'text' } | { kind: 'malformed' })

type ParsedContent =
  | { kind: 'html'; tree: hast.Root }
  | { kind: 'markdown'; tree: mdast.Root }
  | { kind: 'json'; value: unknown }
  | { kind: 'xml'; root: xast.Element }

/**
 * Parses a file by its content type.
 *
 * @param resource The file.
 * @param report Called with each syntax error.
 * @returns The parsed file; of kind `malformed` if it cannot be parsed or is nested too deep.
 */
export function parseFile(resource: Resource, report: (finding: Finding) => void): CheckedFile {
  const { path, contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') {
    return parse('HTML', () => ({ kind: 'html', tree: parseHtml(body) }))
  }
  if (/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) return malformed(PAGE_SHELL)
  if (type === 'text/markdown' || path === PATHS.llmsFullTxt) {
    const hostile = findHostileMarkdown(body)
    if (hostile) return malformed(hostile.message, hostile.line)
    return parse('Markdown', () => ({ kind: 'markdown', tree: fromMarkdown(body) }))
  }
  if (/[/+]json$/.test(type)) {
    return parse('JSON', () => ({ kind: 'json', value: parseJson(body) }))
  }
  if (/[/+]xml$/.test(type)) {
    return parse('XML', () => ({ kind: 'xml', root: parseXml(body) }))
  }
  return { ...resource, kind: 'text' }

  function parse(format: string, parser: () => ParsedContent): CheckedFile {
    try {
      const content = parser()
      const isTooDeep = 'tree' in content && isTreeTooDeep(content.tree)
      return isTooDeep ? malformed(tooDeep(format)) : { ...resource, ...content }
    } catch (error) {
      if (error instanceof XmlError) return malformed(error.message, error.line)
      // The parsers are recursive.
      if (error instanceof RangeError) return malformed(tooDeep(format))
      return malformed(
        `The ${format} is invalid: ${withoutPeriod((error as Error).message)}. ${FIX}`,
      )
    }
  }

  function parseHtml(body: string): hast.Root {
    return fromHtml(body, {
      onerror: ({ line, reason, note, ruleId }) =>
        report({
          line,
          message:
            ruleId === 'disallowed-content-in-noscript-in-head'
              ? NOSCRIPT
              : `The HTML is invalid: ${withoutPeriod(note || reason)}. ${FIX}`,
        }),
    })
  }

  function malformed(message: string, line?: number): CheckedFile {
    report({ line, message })
    return { ...resource, kind: 'malformed' }
  }
}

const FIX = 'Correct it, or render the files again.'

/** Meta's own snippet for the pixel has an image there. */
const NOSCRIPT =
  'The <noscript> in the <head> contains more than links and styles, which ends the head for crawlers without JavaScript. Move it to the start of the <body>.'

const PAGE_SHELL =
  'This is a web page, probably the one the host serves at unknown URLs. Render the files again, and put the routes of these files before every catch-all route.'

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '')
}

/**
 * Parses JSON.
 *
 * @throws {SyntaxError} If the JSON is invalid.
 * @throws {RangeError} If it is nested too deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isJsonTooDeep(value)) throw new RangeError(tooDeep('JSON'))
  return value
}

/** @yields The nodes of a tree, parents before their children. */
export function* walk<Node extends object>(tree: Node): Generator<Node> {
  const stack = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node
    const children = 'children' in node ? (node.children as Node[]) : []
    for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]!)
  }
}

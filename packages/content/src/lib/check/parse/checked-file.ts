import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type * as xast from 'xast'

import { PATHS } from '../../resource.ts'
import type { Resource } from '../../resource.ts'
import { findHostileMarkdown, isJsonTooDeep, isTreeTooDeep, tooDeep } from './parse-limits.ts'
import { parseXml } from './parse-xml.ts'
import type { FileFinding } from '../../finding.ts'

/** A file of the site with its parsed content. */
export type CheckedFile = Resource & (ParsedContent | { kind: 'text' } | { kind: 'malformed' })

type ParsedContent =
  | { kind: 'html'; tree: hast.Root }
  | { kind: 'markdown'; tree: mdast.Root }
  | { kind: 'json'; value: unknown }
  | { kind: 'xml'; tree: xast.Element }

/**
 * Parses a file by its content type.
 *
 * @param resource The file.
 * @param report Called with each syntax error.
 * @returns The parsed file; of kind `malformed` if it cannot be parsed or is nested too deep.
 */
export function parseFile(resource: Resource, report: (finding: FileFinding) => void): CheckedFile {
  const { path, contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') {
    return parse('HTML', () => ({ kind: 'html', tree: parseHtml(body) }))
  }
  if (/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) return malformed(PAGE_SHELL)
  if (type === 'text/markdown' || path === PATHS.llmsFullTxt) {
    const hostile = findHostileMarkdown(body)
    if (hostile) return malformed(hostile)
    return parse('Markdown', () => ({ kind: 'markdown', tree: fromMarkdown(body) }))
  }
  if (/[/+]json$/.test(type)) {
    return parse('JSON', () => ({ kind: 'json', value: parseJson(body) }))
  }
  if (/[/+]xml$/.test(type)) {
    return parse('XML', () => ({ kind: 'xml', tree: parseXml(body) }))
  }
  return { ...resource, kind: 'text' }

  function parse(format: string, parser: () => ParsedContent): CheckedFile {
    try {
      const content = parser()
      const isTooDeep = content.kind !== 'json' && isTreeTooDeep(content.tree)
      return isTooDeep ? malformed(tooDeep(format)) : { ...resource, ...content }
    } catch (error) {
      // The parsers are recursive.
      if (error instanceof RangeError) return malformed(tooDeep(format))
      const { message, line } = error as Error & { line?: number }
      return malformed({ line, ...invalid(format, message) })
    }
  }

  function parseHtml(body: string): hast.Root {
    return fromHtml(body, {
      onerror: ({ line, reason, note, ruleId }) =>
        report({
          line,
          ...(ruleId === 'disallowed-content-in-noscript-in-head'
            ? NOSCRIPT
            : invalid('HTML', note || reason)),
        }),
    })
  }

  function malformed(finding: FileFinding): CheckedFile {
    report(finding)
    return { ...resource, kind: 'malformed' }
  }
}

/** Meta's own snippet for the pixel has an image there. */
const NOSCRIPT = {
  message:
    'The <noscript> in the <head> contains more than links and styles, which ends the head for crawlers without JavaScript.',
  fix: 'Move it to the start of the <body>.',
}

const PAGE_SHELL = {
  message: 'This is a web page, probably the one the host serves at unknown URLs.',
  fix: 'Render the files again, and put the routes of these files before every catch-all route.',
}

function invalid(format: string, reason: string): FileFinding {
  return {
    message: `The ${format} is invalid: ${reason.replace(/\.$/, '')}.`,
    fix: 'Correct it, or render the files again.',
  }
}

/**
 * Parses JSON.
 *
 * @throws {SyntaxError} If the JSON is invalid.
 * @throws {RangeError} If it is nested too deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isJsonTooDeep(value)) throw new RangeError(tooDeep('JSON').message)
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

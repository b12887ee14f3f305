import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type * as xast from 'xast'

import { PATHS } from '../../resource.ts'
import type { Resource } from '../../resource.ts'
import { parseJson } from './parse-json.ts'
import { MAX_FINDINGS } from '../max-findings.ts'
import { findHostileMarkdown, isTreeTooDeep, tooDeep } from './parse-limits.ts'
import { parseXml } from './parse-xml.ts'
import { type Document, readDocument } from './read-document.ts'
import type { FileFinding } from '../../finding.ts'

/** A file of the site with its parsed content. */
export type CheckedFile = Resource & (ParsedContent | { kind: 'text' } | { kind: 'malformed' })

type ParsedContent =
  | { kind: 'html'; document: Document }
  | { kind: 'markdown'; tree: mdast.Root }
  | { kind: 'json'; value: unknown }
  | { kind: 'xml'; tree: xast.Element }

/** A file, and the syntax errors in it. */
export interface ReadFile {
  file: CheckedFile
  findings: FileFinding[]
}

/**
 * Parses a file by its content type.
 *
 * @param resource The file.
 * @returns The parsed file; of kind `malformed` if it cannot be parsed or is nested too deep.
 */
export function parseFile(resource: Resource): ReadFile {
  const { path, contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') return readPage(resource)
  if (/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) return malformed(resource, PAGE_SHELL)
  if (type === 'text/markdown' || path === PATHS.llmsFullTxt) {
    const hostile = findHostileMarkdown(body)
    if (hostile) return malformed(resource, hostile)
    return parse('Markdown', () => ({ kind: 'markdown', tree: fromMarkdown(body) }))
  }
  if (/[/+]json$/.test(type)) {
    return parse('JSON', () => ({ kind: 'json', value: parseJson(body) }))
  }
  if (/[/+]xml$/.test(type)) {
    return parse('XML', () => ({ kind: 'xml', tree: parseXml(body) }))
  }
  return { file: { ...resource, kind: 'text' }, findings: [] }

  function parse(format: string, parser: () => ParsedContent): ReadFile {
    try {
      const content = parser()
      const isTooDeep = 'tree' in content && isTreeTooDeep(content.tree)
      return isTooDeep
        ? malformed(resource, tooDeep(format))
        : { file: { ...resource, ...content }, findings: [] }
    } catch (error) {
      // The parsers are recursive.
      if (error instanceof RangeError) return malformed(resource, tooDeep(format))
      const { message, line } = error as Error & { line?: number }
      return malformed(resource, { line, ...invalid(format, message) })
    }
  }
}

/** A page, the syntax errors in it, and its tree. */
export interface ReadPage extends ReadFile {
  /** `undefined` if the page is nested too deep for the parser. */
  tree: hast.Root | undefined
}

/**
 * Parses a page.
 *
 * @param resource The page.
 */
export function readPage(resource: Resource): ReadPage {
  const findings: FileFinding[] = []
  let tree: hast.Root
  try {
    tree = fromHtml(resource.body, {
      onerror({ line, reason, note, ruleId }) {
        if (findings.length > MAX_FINDINGS) return
        const isNoscript = ruleId === 'disallowed-content-in-noscript-in-head'
        findings.push({ line, ...(isNoscript ? NOSCRIPT : invalid('HTML', note || reason)) })
      },
    })
  } catch (error) {
    // The parser is recursive.
    if (!(error instanceof RangeError)) throw error
    return { ...malformed(resource, tooDeep('HTML')), tree: undefined }
  }
  if (isTreeTooDeep(tree)) {
    findings.push(tooDeep('HTML'))
    return { file: { ...resource, kind: 'malformed' }, findings, tree }
  }
  return { file: { ...resource, kind: 'html', document: readDocument(tree) }, findings, tree }
}

function malformed(resource: Resource, finding: FileFinding): ReadFile {
  return { file: { ...resource, kind: 'malformed' }, findings: [finding] }
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

import type * as hast from 'hast'
import { fromHtml, type Options } from 'hast-util-from-html'

import type { FileFinding } from '../../finding.ts'
import type { Resource } from '../../resource.ts'
import { isTreeTooDeep, tooDeep } from './parse-limits.ts'
import { type Document, readDocument } from './read-document.ts'

/** How many findings of each check of each file are reported. */
export const MAX_FINDINGS = 20

export type CheckedFile = Resource &
  (
    | { kind: 'html'; document: Document }
    /** Not checked: other formats, and what cannot be parsed. */
    | { kind: 'other' }
  )

/** A file, and the syntax errors in it. */
export interface ReadFile {
  file: CheckedFile
  findings: FileFinding[]
}

export function parseFile(resource: Resource): ReadFile {
  const { contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') return readPage(resource)
  if (/^\s*<(?:!doctype html|html|head|body)\b/i.test(body)) {
    return { file: { ...resource, kind: 'other' }, findings: [PAGE_SHELL] }
  }
  return { file: { ...resource, kind: 'other' }, findings: [] }
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
  let tree: hast.Root | undefined
  try {
    const options: Options = {
      onerror({ line, reason, note, ruleId }) {
        const isNoscript = ruleId === 'disallowed-content-in-noscript-in-head'
        findings.push({ line, ...(isNoscript ? NOSCRIPT : invalid('HTML', note || reason)) })
      },
    }
    // The parser creates a message for each error, unless an option with the name of the error is false.
    const get = (_: Options, name: keyof Options) =>
      findings.length > MAX_FINDINGS ? false : options[name]
    tree = fromHtml(resource.body, new Proxy(options, { get } as ProxyHandler<Options>))
  } catch (error) {
    // The parser is recursive.
    if (!(error instanceof RangeError)) throw error
    findings.length = 0
  }
  if (!tree || isTreeTooDeep(tree)) {
    findings.push(tooDeep('HTML'))
    return { file: { ...resource, kind: 'other' }, findings, tree }
  }
  return { file: { ...resource, kind: 'html', document: readDocument(tree) }, findings, tree }
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

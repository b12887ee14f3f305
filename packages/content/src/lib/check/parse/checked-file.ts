import type * as hast from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { parse } from 'parse5'

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
  const type = resource.contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') return readPage(resource)
  return { file: { ...resource, kind: 'other' }, findings: [] }
}

/** A page, the syntax errors in it, and its tree. */
export interface ReadPage extends ReadFile {
  /** `undefined` if the page is nested too deep for the parser. */
  tree: hast.Root | undefined
  /** The offset of the `<noscript>` that ends the head for readers without JavaScript. */
  headBreak?: number | undefined
}

/** Parses a page as browsers with JavaScript do: the content of a `<noscript>` is text. */
export function readPage(resource: Resource): ReadPage {
  const findings: FileFinding[] = []
  let tree: hast.Root | undefined
  try {
    const document = parse(resource.body, {
      sourceCodeLocationInfo: true,
      onParseError({ code, startLine }) {
        // Browsers repair other mistakes the same way.
        if (!/^(?:eof-|duplicate-attribute)/.test(code) || findings.length > MAX_FINDINGS) return
        findings.push({ line: startLine, ...invalid('HTML', code.replaceAll('-', ' ')) })
      },
    })
    // Positions need the source, which may be a string.
    tree = fromParse5(document, { file: resource.body as never }) as hast.Root
  } catch (error) {
    // The parser is recursive.
    if (!(error instanceof RangeError)) throw error
    findings.length = 0
  }
  if (!tree || isTreeTooDeep(tree)) {
    findings.push(tooDeep('HTML'))
    return { file: { ...resource, kind: 'other' }, findings, tree }
  }
  const position = findHeadBreak(tree)?.position
  if (position) findings.push({ line: position.start.line, ...NOSCRIPT })
  const file = { ...resource, kind: 'html', document: readDocument(tree) } as const
  return { file, findings, tree, headBreak: position?.start.offset }
}

function findHeadBreak(tree: hast.Root): hast.Element | undefined {
  const elementsOf = (parent: hast.Parents | undefined): hast.Element[] =>
    parent?.children.flatMap((node) => (node.type === 'element' ? node : [])) ?? []
  const root = elementsOf(tree).find(({ tagName }) => tagName === 'html')
  const head = elementsOf(root).find(({ tagName }) => tagName === 'head')
  return elementsOf(head).find(({ tagName, children: [text] }) => {
    return tagName === 'noscript' && text?.type === 'text' && ENDS_HEAD.test(text.value)
  })
}

const ENDS_HEAD = /^\s*[^\s<]|<(?!link|meta|style)[a-z]/i

/** Meta's own snippet for the pixel has an image there. */
const NOSCRIPT = {
  message:
    'The <noscript> in the <head> contains more than links and styles, which ends the head for crawlers without JavaScript.',
  fix: 'Move it to the start of the <body>.',
}

function invalid(format: string, reason: string): FileFinding {
  return {
    message: `The ${format} is invalid: ${reason.replace(/\.$/, '')}.`,
    fix: 'Correct it, or render the files again.',
  }
}

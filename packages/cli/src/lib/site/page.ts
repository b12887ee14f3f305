import { type ReadFile, readPage, visibleText } from '@conversion-capi/content'
import type * as hast from 'hast'

import {
  attribute,
  codeOf,
  collapseSpace,
  findElements,
  lineOf,
  shortTexts,
  type Timing,
  timingOf,
} from './elements.ts'
import { findForms, type Form } from './find-forms.ts'
import { toPageMarkdown } from './page-markdown.ts'
import { type ParsedScript, parseScript } from './script/parse-script.ts'

/** A page of a site. It was parsed once: its tree is not kept. */
export interface Page {
  /** The file, relative to the project, for findings. */
  file: string
  /** The path of its URL: `/programs/physics.html`. */
  path: string
  isRedirect: boolean
  /**
   * Its elements in document order, except those without attributes that only contain text. They have no children, except
   * the text of scripts, styles and `<noscript>`, and code that is shown.
   */
  elements: hast.Element[]
  scripts: PageScript[]
  forms: Form[]
  /** Whether the page is nested too deep for the parser. It has no elements then. */
  isTooDeep: boolean
  /** The elements and comments of the head that are in the source. */
  head: (hast.Element | hast.Comment)[]
  /**
   * The offset after the last element of the head, or where the content of the head would begin. Before a `<noscript>`
   * that ends the head for readers without JavaScript.
   */
  headEnd: number
  title: string
  description: string
  document: ReadFile
  /** The page as Markdown, if it was asked for: an empty string if most of its text would be lost. */
  markdown?: string
  /** The text that visitors read, block by block, if it was asked for. */
  text?: string
  /** Links and logos with their short texts, or the `alt` of their image, if the text was asked for. */
  labels?: { element: hast.Element; text: string }[]
}

export interface ParsePageOptions {
  /** The origin of the site. If it is set, the page is converted to Markdown with absolute links. @default none */
  markdownOrigin?: string
  text?: boolean
}

export interface PageScript extends ParsedScript {
  file: string
  /** The number of lines before the script in its file. */
  lineOffset: number
  timing: Timing
  /** The index of its `<script>` in the elements of the page. */
  index: number
  /** Whether a tool wrote it, so that edits would be lost. */
  isMinified: boolean
  syntaxError?: { line: number }
}

export function parsePage(
  file: string,
  path: string,
  html: string,
  { markdownOrigin, text = false }: ParsePageOptions = {},
): Page {
  const { tree, headBreak, ...document } = readPage({ path, contentType: 'text/html', body: html })
  const full = tree ? findElements(tree) : []
  const redirects = onlyRedirects(full)
  if (document.file.kind === 'html' && redirects) document.file.document.isHidden = true
  const elements = full.filter((element) => isChecked(element))
  const slim = new Map(elements.map((element) => [element, withoutChildren(element)]))
  const toSlim = (element: hast.Element): hast.Element =>
    slim.get(element) ?? withoutChildren(element)
  const head = (full.find(({ tagName }) => tagName === 'head')?.children ?? []).filter(
    (node): node is Page['head'][number] =>
      node.position !== undefined && /^(?:element|comment)$/.test(node.type),
  )
  const title = full.find(({ tagName }) => tagName === 'title')
  const pageTitle =
    title?.children[0]?.type === 'text' ? collapseSpace(title.children[0].value) : ''
  const description = full.find(
    ({ tagName, properties: { name } }) =>
      tagName === 'meta' && /^description$/i.test(String(name)),
  )
  return {
    file,
    path,
    isRedirect: redirects,
    elements: elements.map(toSlim),
    scripts: elements.flatMap((element, index) => scriptsOf(element, index, file)),
    forms: findForms(full, path).map(({ element, emails, phones, students, ...form }) => ({
      ...form,
      element: toSlim(element),
      emails: emails.map(toSlim),
      students: students.map(toSlim),
      phones: phones.map(toSlim),
    })),
    isTooDeep: tree === undefined,
    head: head.map((node) => (node.type === 'element' ? toSlim(node) : node)),
    headEnd: headBreak ?? findHeadEnd(html, full, head),
    title: pageTitle,
    description: collapseSpace(String(description?.properties['content'] ?? '')),
    document,
    ...(text &&
      tree && {
        text: visibleText(tree)
          .map((block) => block.text)
          .join('\n'),
        labels: readLabels(full).map(({ element, text }) => ({ element: toSlim(element), text })),
      }),
    ...(markdownOrigin !== undefined && {
      markdown: toMarkdown(full, markdownOrigin + path, pageTitle),
    }),
  }
}

const MAX_LABEL = 200

function readLabels(elements: hast.Element[]): NonNullable<Page['labels']> {
  const texts = shortTexts(elements, MAX_LABEL)
  return elements.flatMap((element) => {
    const isLabel = isLogo(element) || (element.tagName === 'a' && element.properties['href'])
    const alt = element.children.find(
      (child) => child.type === 'element' && child.tagName === 'img',
    )
    const text =
      collapseSpace(texts.get(element) ?? '') || attribute((alt ?? element) as hast.Element, 'alt')
    return isLabel && text ? [{ element, text: collapseSpace(text) }] : []
  })
}

export function isLogo(element: hast.Element): boolean {
  const marks = ['className', 'id', 'src', 'alt'].map((name) => attribute(element, name)).join(' ')
  return /logo|brand|site-?title|логотип/i.test(marks)
}

/**
 * Returns whether a page only redirects: it has a `<meta http-equiv="refresh">` with another URL, or nothing but a
 * script that sets `location`. The page that follows sends the page view.
 */
function onlyRedirects(elements: hast.Element[]): boolean {
  const isRefreshed = elements.some(
    ({ tagName, properties }) =>
      tagName === 'meta' &&
      String(properties['httpEquiv']).toLowerCase() === 'refresh' &&
      /^\s*[0-5](?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*['"]?[^\s'"]/i.test(
        String(properties['content'] ?? ''),
      ),
  )
  if (isRefreshed) return true
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  return (
    scripts.length === 1 &&
    REDIRECT.test(codeOf(scripts[0]!)) &&
    !elements.some(({ tagName }) => /^(?:form|h\d|img|main|p)$/.test(tagName))
  )
}

/** A script that is one statement: `location.replace('/new/')` or `window.location.href = '/new/'`. */
const REDIRECT =
  /^\s*(?:(?:window|document|top|self)\.)?location(?:\.href)?\s*(?:=|\.(?:replace|assign)\s*\()[^;]*;?\s*$/

function isChecked(element: hast.Element): boolean {
  const { tagName, properties } = element
  return (
    Object.keys(properties).length > 0 ||
    /^(?:html|head|body|form|noscript|title)$/.test(tagName) ||
    keptText(element) !== undefined
  )
}

/** Returns an element without its children, so that the tree of the page can be dropped. */
function withoutChildren(element: hast.Element): hast.Element {
  const { tagName, properties, position } = element
  const code = keptText(element)
  return {
    type: 'element',
    tagName,
    properties,
    children: code ? [code] : NO_CHILDREN,
    ...(position && { position }),
  }
}

const NO_CHILDREN: hast.ElementContent[] = []

function keptText({ tagName, children: [text] }: hast.Element): hast.Text | undefined {
  if (text?.type !== 'text') return undefined
  const isCode = /^(?:noscript|script|style)$/.test(tagName) || text.value.includes('<script')
  return isCode ? text : undefined
}

/**
 * The tags of the head itself are optional in HTML. Text before the doctype, or an unknown element, ends the head: all
 * that follows is in the body.
 */
function findHeadEnd(html: string, elements: hast.Element[], head: Page['head']): number {
  const last = head.findLast((node): node is hast.Element => node.type === 'element')
  if (last) {
    const { start, end } = last.position!
    // An element that is never closed contains the rest of the page.
    const isOpen = /^(?:noscript|script|style|template|title)$/.test(last.tagName)
    const closing = new RegExp(`</${last.tagName}\\s*>$`, 'i').exec(
      html.slice(start.offset, end.offset),
    )
    // The closing tag of a `<template>` can be text of a `<noscript>` in it.
    const contentEnd = (last.content ?? last).children.at(-1)?.position?.end.offset ?? 0
    const isClosed = closing && contentEnd <= start.offset! + closing.index
    return isOpen && !isClosed ? start.offset! : end.offset!
  }
  const positionOf = (tag: string) => elements.find(({ tagName }) => tagName === tag)?.position
  const tag = positionOf('head') ?? (positionOf('body') ? undefined : positionOf('html'))
  if (tag) return html.indexOf('>', tag.start.offset) + 1
  const first = elements.find(({ tagName, position }) => tagName !== 'html' && position)
  return first?.position!.start.offset ?? html.length
}

/** Returns the Markdown, or an empty string for a page that is nested too deep for the conversion. */
function toMarkdown(elements: hast.Element[], url: string, title: string): string {
  try {
    return toPageMarkdown(elements, url, title)
  } catch (error) {
    // The converter is recursive.
    if (error instanceof RangeError) return ''
    throw error
  }
}

function scriptsOf(element: hast.Element, index: number, file: string): PageScript[] {
  const { properties, children } = element
  const line = lineOf(element)
  const handlers = Object.entries(properties)
    .filter(([name, value]) => /^on[A-Z]/.test(name) && typeof value === 'string')
    .map(([name, code]) => {
      const script = readScript(String(code), { file, lineOffset: line - 1 })
      const calls = script.calls.map((call) => ({ ...call, isOnVisit: name === 'onLoad' }))
      return { ...script, calls }
    })
  const [text] = children
  const timing = timingOf(element)
  if (timing === undefined || properties['src'] !== undefined || text?.type !== 'text') {
    return handlers
  }
  const lineOffset = (text.position?.start.line ?? line) - 1
  return [...handlers, readScript(text.value, { file, lineOffset, timing, index })]
}

/** By default, the script is an event handler. It does not throw. */
export function readScript(
  code: string,
  place: { file: string } & Partial<Pick<PageScript, 'lineOffset' | 'timing' | 'index'>>,
): PageScript {
  const { file, lineOffset = 0, timing = 'later', index = -1 } = place
  const isMinified = /\.min\.m?js$/.test(file) || /[^\n]{5000}/.test(code)
  const known = { isMinified, file, lineOffset, timing, index }
  try {
    return { ...parseScript(code), ...known }
  } catch (error) {
    // A RangeError if the code is nested too deep for the parser.
    const line = (error as { loc?: { line: number } }).loc?.line ?? 1
    const none = { assigned: new Set<string>(), properties: new Set<string>() }
    return {
      calls: [],
      ...none,
      written: new Set<string>(),
      preventsSubmit: false,
      ...known,
      syntaxError: { line },
    }
  }
}

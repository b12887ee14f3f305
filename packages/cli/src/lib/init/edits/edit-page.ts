import { lineAt } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { findConsentPlatform } from '../../check/find-consent-platform.ts'
import { attribute, codeOf, imageUrls, resolveUrl, timingOf } from '../../site/elements.ts'
import { isTracked } from '../../site/find-forms.ts'
import type { Page } from '../../site/page.ts'
import { isPixelCall } from '../../site/script/parse-script.ts'
import type { Edit } from './edit-encoded-page.ts'
import { removeLine, removePageViews } from './remove-page-views.ts'
import { findConsentScript, INIT, isHeld } from '../find-consent.ts'
import { PIXEL_IMAGE } from '../scan-page.ts'

export interface EditPageOptions {
  url: string
  tracker: string
  language: string
  /** Whether another page sends the page view: the one around this page, or the one that this page redirects to. */
  isPart?: boolean | undefined
  /** Whether other pages contain it. Only its forms are tracked. */
  isFragment?: boolean | undefined
  waits?: boolean | undefined
  /** Whether a form on another page sends the Lead, so that a visit of this page must not. */
  hasLead?: boolean | undefined
  /** Whether the tracker sends no page view by itself, because pages load the pixel later: {@link hasLatePixel}. */
  isLate?: boolean | undefined
}

export interface PageEdits {
  edits: Edit[]
  /** The lines of the calls that count the page view a second time, and have to be removed by hand. */
  keptPageViews: number[]
  /** The lines of the calls that count a Lead with each visit: those that the edits remove, and all others. */
  visitLeads: { removed: number[]; kept: number[] }
  /** Set if the tracker waits for consent, and the page passed no decision to it. */
  unconnected?: { line: number; platform?: string; isConnected: boolean }
}

/**
 * Adds what a page needs to be tracked and listed: the tracker's script, its language, and
 * `data-track="Lead"` for forms in which visitors leave their contact data. Removes calls that count every page view a
 * second time, and the image that counts it for visitors without JavaScript. If the tracker waits for consent, a call that
 * waited for it grants it, or the script of the page's consent platform passes the decision. A page view of a pixel that loads later stays where it is, but the tracker sends it.
 */
export function editPage(html: string, page: Page, options: EditPageOptions): PageEdits {
  const { elements } = page
  const isLate = options.isLate && hasLatePixel(page)
  const scripts = elements.flatMap((element) => editScript(html, element, { ...options, isLate }))
  const isWhole = !options.isPart && !options.isFragment
  const hasGrant = scripts.some((each) => each.hasGrant)
  const connection =
    isWhole && options.waits && !hasGrant ? connect(page, options.tracker) : undefined
  return {
    edits: [
      ...(isWhole
        ? [
            ...addLanguage(html, elements, options.language),
            ...addToHead(html, page, options, connection?.attributes),
          ]
        : []),
      ...(connection?.edits ?? []),
      ...(options.isPart ? [] : trackForms(html, page)),
      ...scripts.flatMap(({ edits }) => edits),
      ...removePixelImages(html, elements),
    ],
    keptPageViews: scripts.flatMap(({ keptPageViews }) => keptPageViews),
    visitLeads: {
      removed: scripts.flatMap(({ visitLeads }) => visitLeads.removed),
      kept: scripts.flatMap(({ visitLeads }) => visitLeads.kept),
    },
    ...(connection && { unconnected: connection.unconnected }),
  }
}

/** Adds the script that passes the decision of the page's consent platform, unless a script of the page passes one. */
function connect({ elements, scripts }: Page, tracker: string) {
  const calls = scripts.flatMap((script) => script.calls)
  if (calls.some(({ path }) => path.length > 1 && path.at(-1) === 'consent')) return undefined
  const platform = findConsentPlatform(elements, scripts)
  const { name, element, line = 1 } = platform ?? {}
  const script = findConsentScript(platform, tracker)
  const { start, end } = element?.position ?? {}
  const isConnected = script !== undefined && start !== undefined
  const unconnected = { line, ...(name !== undefined && { platform: name }), isConnected }
  if (!isConnected) return { edits: [], attributes: '', unconnected }
  // A module that imports the platform starts it.
  const isBefore = attribute(element!, 'type') === 'module'
  const edit = isBefore ? insert(start.offset!, `${script}\n`) : insert(end!.offset!, `\n${script}`)
  const [, attributes = ''] = /^<script type="module"([^>]*)>/.exec(script) ?? []
  return { edits: [edit], attributes, unconnected }
}

/**
 * Returns whether a page loads the pixel when the tracker has already sent the page view: in a timer or a listener, or
 * in a script that another script runs, such as one of a plugin that delays scripts.
 */
export function hasLatePixel({ elements, scripts }: Page): boolean {
  const inits = scripts.flatMap(({ calls }) => calls).filter((call) => isPixelCall(call, 'init'))
  if (inits.length > 0) return inits.every(({ isTopLevel }) => !isTopLevel)
  return elements.some((element) => {
    const isRun = timingOf(element) !== undefined || isHeld(element)
    return element.tagName === 'script' && !isRun && INIT.test(codeOf(element))
  })
}

/** An expression that can stand for each call. The tracker can load later, or be blocked. */
function sendPageView(tracker: string): string {
  return `void (window.${tracker} ??= []).push((${tracker}) => ${tracker}.track('PageView'))`
}

function addLanguage(html: string, elements: Element[], language: string): Edit[] {
  const root = elements.find(({ tagName }) => tagName === 'html')!
  if (root.properties['lang'] !== undefined) return []
  const dir = new Intl.Locale(language).maximize().script === 'Arab' ? ' dir="rtl"' : ''
  const added = ` lang="${language}"${root.properties['dir'] === undefined ? dir : ''}`
  // The tag is optional.
  return root.position ? [afterTagName(html, root, added)] : []
}

/** `attributes` exempt the tracker from a platform that blocks scripts. */
function addToHead(
  html: string,
  page: Page,
  { url, tracker, isLate }: EditPageOptions,
  attributes = '',
): Edit[] {
  const { elements, head, headEnd } = page
  const path = `/${tracker}.js`
  const expected = new URL(path, url).href
  const resolve = (src: string): string | undefined => resolveUrl(elements, url, src)?.href
  const hasScript = elements.some(
    ({ tagName, properties: { src } }) =>
      tagName === 'script' && typeof src === 'string' && resolve(src) === expected,
  )
  // A `<base>` can lead to another origin.
  const src = resolve(path) === expected ? path : expected
  if (hasScript) return []
  const isSent = !isLate || hasLatePixel(page)
  const pageView = isSent ? '' : `<script>${sendPageView(tracker)}</script>`
  const tag = `<script defer src="${src}"${attributes}></script>${pageView}`
  // Deferred scripts run in document order, so this one must come before those that use it.
  const script = head.findIndex((node) => node.type === 'element' && timingOf(node) !== undefined)
  const next = script === -1 ? undefined : head[findBlock(html, head, script)]!
  const place = next ?? head.findLast(({ type }) => type === 'element')
  if (!place) return [insert(headEnd, tag)]
  const { start } = place.position!
  const indent = html.slice(start.offset! - start.column + 1, start.offset)
  const separator = indent.trim() === '' ? `\n${indent}` : ''
  return next ? [insert(start.offset!, tag + separator)] : [insert(headEnd, separator + tag)]
}

/**
 * Returns the index of the first comment directly before a node, such as `<!-- Meta Pixel Code -->`. The
 * tracker goes before such a block, so that it is not deleted with it.
 */
function findBlock(html: string, nodes: Page['head'], index: number): number {
  let first = index
  while (nodes[first - 1]?.type === 'comment') {
    const between = html.slice(
      nodes[first - 1]!.position!.end.offset,
      nodes[first]!.position!.start.offset,
    )
    // A comment that ends the block before, such as `<!-- End Google Tag Manager -->`.
    const isEnd = /^\s*(?:end\b|\/)/i.test((nodes[first - 1] as { value: string }).value)
    if (between.trim() !== '' || isEnd) break
    first -= 1
  }
  return first
}

function removePixelImages(html: string, elements: Element[]): Edit[] {
  return elements.flatMap((element) => {
    if (element.tagName !== 'noscript' || !element.position) return []
    const [start, end] = [element.position.start.offset!, element.position.end.offset!]
    const [url = ''] = IMAGE.test(html.slice(start, end)) ? imageUrls(element) : []
    if (!PIXEL_IMAGE.test(url) || !/[?&]ev=PageView\b/.test(url)) return []
    return [removeLine(html, { start, end })]
  })
}

const IMAGE = /^<noscript\b[^>]*>\s*<img\b[^>]*>\s*(?:<\/img>\s*)?<\/noscript\s*>$/i

/** The tracker fires the pixel's page view itself, with the event ID of the server's copy. */
function editScript(
  html: string,
  element: Element,
  { tracker, waits, isLate, hasLead }: EditPageOptions,
): (PageEdits & { hasGrant: boolean })[] {
  const {
    tagName,
    children: [code],
  } = element
  if (tagName !== 'script' || code?.type !== 'text') return []
  const { start, end } = code.position!
  const offset = start.offset!
  // From the source, because the parser normalizes line ends.
  const source = html.slice(offset, end.offset)
  const leads = hasLead ? removePageViews(source, { event: 'Lead' }) : NO_EDITS
  const lineOf = (index: number): number => start.line + lineAt(source, index) - 1
  const { edits, kept, hasGated } = removePageViews(source, {
    isHeld: isHeld(element),
    // A tracker that has not loaded yet, or is blocked, must not break the banner.
    grant: waits
      ? `window.${tracker} ??= []; ${tracker}.push((${tracker}) => ${tracker}.consent(true));`
      : undefined,
    later: isLate ? sendPageView(tracker) : undefined,
  })
  return [
    {
      edits: [...edits, ...leads.edits].map((edit) => ({
        ...edit,
        start: offset + edit.start,
        end: offset + edit.end,
      })),
      keptPageViews: kept.map((line) => start.line + line - 1),
      visitLeads: {
        removed: leads.edits.map((edit) => lineOf(edit.start)),
        kept: leads.kept.map((line) => start.line + line - 1),
      },
      hasGrant: hasGated && edits.length > 0,
    },
  ]
}

const NO_EDITS = { edits: [], kept: [] }

/**
 * If there are several fields, such as the parts of a phone number, the one to hash is unknown, unless the others are a
 * student's.
 */
function trackForms(html: string, { forms }: Page): Edit[] {
  return forms
    .filter((form) => form.purpose === 'lead' && !isTracked(form))
    .flatMap(({ element, emails, phones, students }) => [
      afterTagName(html, element, ' data-track="Lead"'),
      ...complete(emails, students, 'email'),
      ...complete(phones, students, 'tel'),
    ])

  function complete(all: Element[], students: Element[], token: string): Edit[] {
    const [field, ...others] = all.filter((each) => !students.includes(each))
    if (!field || others.length > 0 || field.properties['autoComplete'] !== undefined) return []
    return [afterTagName(html, field, ` autocomplete="${token}"`)]
  }
}

function afterTagName(html: string, { position, tagName }: Element, text: string): Edit {
  const start = html.indexOf('<', position!.start.offset) + 1 + tagName.length
  return insert(start, text)
}

function insert(offset: number, text: string): Edit {
  return { start: offset, end: offset, text }
}

import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'

import { findElements } from '../site/elements.ts'
import type { Edit } from './apply-edits.ts'
import { removePageViews } from './remove-page-views.ts'

/** Options of {@link editPage}. */
export interface EditPageOptions {
  /** The name of the tracker. */
  tracker: string
  /** The language of the page. */
  language: string
  /** The meta description of the page, if it has none. */
  description?: string
}

/** How a page must be changed. */
export interface PageEdits {
  edits: Edit[]
  /** The lines of the calls that count the page view a second time, and have to be removed by hand. */
  keptPageViews: number[]
}

/**
 * Adds what a page needs to be tracked and listed: the tracker's script, its language and description, and
 * `data-track="Lead"` for forms that ask for an email or a phone number. Removes calls that count every page view a
 * second time.
 *
 * @param html The page.
 * @param options Further options.
 * @returns The edits. None if the page needs nothing.
 */
export function editPage(html: string, options: EditPageOptions): PageEdits {
  const elements = findElements(fromHtml(html))
  const scripts = elements.flatMap((element) => editScript(html, element))
  return {
    edits: [
      ...addLanguage(html, elements, options.language),
      ...addToHead(html, elements, options),
      ...scripts.flatMap(({ edits }) => edits),
      ...trackForms(html, elements),
    ],
    keptPageViews: scripts.flatMap(({ keptPageViews }) => keptPageViews),
  }
}

function addLanguage(html: string, elements: Element[], language: string): Edit[] {
  const root = elements.find(({ tagName }) => tagName === 'html')!
  if (root.properties['lang'] !== undefined) return []
  const dir = new Intl.Locale(language).maximize().script === 'Arab' ? ' dir="rtl"' : ''
  const added = ` lang="${language}"${root.properties['dir'] === undefined ? dir : ''}`
  // The tag is optional.
  return root.position ? [afterTagName(html, root, added)] : []
}

function addToHead(
  html: string,
  elements: Element[],
  { tracker, description }: EditPageOptions,
): Edit[] {
  const src = `/${tracker}.js`
  const hasScript = elements.some(({ properties }) => properties['src'] === src)
  const hasDescription = elements.some(({ properties }) => properties['name'] === 'description')
  const tags = [
    ...(hasDescription || description === undefined
      ? []
      : [`<meta name="description" content="${escape(description)}">`]),
    ...(hasScript ? [] : [`<script defer src="${src}"></script>`]),
  ]
  const children = elements
    .find(({ tagName }) => tagName === 'head')!
    .children.filter((node): node is Element => node.type === 'element' && !!node.position)
  const last = children.at(-1)
  if (tags.length === 0 || last === undefined) return []
  // Deferred scripts run in document order, so this one must come before those that use it.
  const script = children.find(({ tagName }) => tagName === 'script')
  const { start } = (script ?? last).position!
  const indent = html.slice(start.offset! - start.column + 1, start.offset)
  const separator = indent.trim() === '' ? `\n${indent}` : ''
  if (script) return [insert(start.offset!, tags.map((tag) => tag + separator).join(''))]
  return [insert(last.position!.end.offset!, tags.map((tag) => separator + tag).join(''))]
}

/** The tracker fires the pixel's page view itself, with the event id of the server's copy. */
function editScript(html: string, { tagName, children: [code] }: Element): PageEdits[] {
  if (tagName !== 'script' || code?.type !== 'text') return []
  const { start, end } = code.position!
  const offset = start.offset!
  // Of the source, because the parser normalizes line ends.
  const { edits, kept } = removePageViews(html.slice(offset, end.offset))
  return [
    {
      edits: edits.map((edit) => ({
        ...edit,
        start: offset + edit.start,
        end: offset + edit.end,
      })),
      keptPageViews: kept.map((line) => start.line + line - 1),
    },
  ]
}

function trackForms(html: string, elements: Element[]): Edit[] {
  return elements
    .filter(({ tagName, properties }) => tagName === 'form' && !('dataTrack' in properties))
    .flatMap((form) => {
      const inputs = findElements(form).filter(({ properties }) =>
        /^(?:email|tel)$/.test(String(properties['type'])),
      )
      if (inputs.length === 0) return []
      const untyped = inputs.filter(({ properties }) => properties['autoComplete'] === undefined)
      return [
        afterTagName(html, form, ' data-track="Lead"'),
        ...untyped.map((input) =>
          afterTagName(html, input, ` autocomplete="${String(input.properties['type'])}"`),
        ),
      ]
    })
}

function afterTagName(html: string, { position, tagName }: Element, text: string): Edit {
  const start = html.indexOf('<', position!.start.offset) + 1 + tagName.length
  return insert(start, text)
}

function insert(offset: number, text: string): Edit {
  return { start: offset, end: offset, text }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'

/** A replacement in a text. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Options of {@link editPage}. */
export interface EditPageOptions {
  /** The name of the tracker. */
  tracker: string
  /** The language of the page. */
  language: string
  /** The meta description of the page, if it has none. */
  description?: string
}

/**
 * Adds what a page needs to be tracked and listed: the tracker's script, its language and description, and
 * `data-track="Lead"` for forms that ask for an email or a phone number. Removes calls that count every page view a
 * second time.
 *
 * All other bytes stay as they are. A page that needs nothing is returned unchanged.
 *
 * @param html The page.
 * @param options Further options.
 */
export function editPage(html: string, options: EditPageOptions): string {
  const elements = findElements(fromHtml(html))
  const edits = [
    ...addLanguage(html, elements, options.language),
    ...addToHead(html, elements, options),
    ...removePageViews(html, elements),
    ...trackForms(html, elements),
  ]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end),
      html,
    )
}

function addLanguage(html: string, elements: Element[], language: string): Edit[] {
  const root = elements.find(({ tagName }) => tagName === 'html')!
  if (root.properties['lang'] !== undefined) return []
  const dir = new Intl.Locale(language).maximize().script === 'Arab' ? ' dir="rtl"' : ''
  const added = ` lang="${language}"${root.properties['dir'] === undefined ? dir : ''}`
  const tag = /<html\b/i.exec(html)
  return tag ? [insert(tag.index + tag[0].length, added)] : []
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
function removePageViews(html: string, elements: Element[]): Edit[] {
  return elements
    .filter(({ tagName }) => tagName === 'script')
    .flatMap(({ children: [code] }) => {
      if (code?.type !== 'text') return []
      const { start, end } = code.position!
      const offset = start.offset!
      // Of the source, because the parser normalizes line ends.
      return [...html.slice(offset, end.offset).matchAll(PAGE_VIEW)].map(({ index, 0: call }) => ({
        start: offset + index,
        end: offset + index + call.length,
        text: '',
      }))
    })
}

const PAGE_VIEW =
  /(?:^[ \t]*|(?<=[;}\s]))(?:window\.)?fbq\(\s*(['"`])track\1\s*,\s*(['"`])PageView\2\s*\)\s*;?(?:[ \t]*\r?\n)?/gm

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

function findElements(node: Nodes): Element[] {
  const children = 'children' in node ? node.children.flatMap((child) => findElements(child)) : []
  return node.type === 'element' ? [node, ...children] : children
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

import type { Element } from 'hast'

import { findElements, textOf } from './elements.ts'

export interface Place {
  page: ReturnType<typeof createContext>
  isHidden?: boolean
  /** In an element that is hidden from screen readers. */
  isDecorated?: boolean
  isSection?: boolean
  /** In an element that names content. */
  isLabel?: boolean
  isCode?: boolean
  /** The types of the formatting around it. */
  formats?: string
  /** The number of converted elements around it. Lists and quotes count more. */
  depth: number
}

/** @param isWhole Whether navigation, controls and hidden text are content, too. */
export function createContext(elements: Element[], url: string, isWhole: boolean) {
  const words = elements.flatMap(({ properties }) =>
    Object.entries(properties)
      .filter(
        ([name, value]) => REVEALS.test(name) || (name === 'href' && String(value).startsWith('#')),
      )
      .flatMap(([, value]) => String(value).split(/[\s#'"`(),;]+/)),
  )
  const fields = elements.filter(isTextField)
  // The IDs of what controls reveal are among them.
  const controls = new Set(words.filter(Boolean))
  const fieldIds = new Set(fields.flatMap(({ properties: { id } }) => (id ? [String(id)] : [])))
  // `spanned`: the cells that spans added to tables. `lost`: the length of the text left out, except navigation.
  const counts = { fields: 0, tables: 0, spanned: 0, lost: 0 }
  return { elements, url, isWhole, controls, fieldIds, ...counts, hasText: false, hasTitle: false }
}

/** Attributes that name what a control reveals: standard HTML and ARIA, data attributes of libraries, and event handlers. */
const REVEALS = /^(?:ariaControls|commandfor|popoverTarget|data[A-Z].*|on[A-Z].*)$/

/** Returns the place inside an element, or `undefined` if it is not content according to HTML or ARIA. */
export function enter(element: Element, place: Place, isInline: boolean): Place | undefined {
  const { tagName, properties } = element
  const { page, isHidden = false, isDecorated = false, isSection = false, isLabel = false } = place
  if (NO_CONTENT.test(tagName) && !(page.isWhole && tagName === 'noscript')) return undefined
  if (page.isWhole) return place
  const role = roleOf(element)
  const { hidden, ariaHidden, popover, id } = properties
  // Blocks that are hidden from screen readers can be slides and closed dialogs.
  const isAriaHidden = String(ariaHidden) === 'true'
  if ((isAriaHidden && isInline) || NAVIGATION.test(role)) return undefined
  const isRevealed =
    /^(?:alertdialog|dialog|tabpanel)$/.test(role) ||
    popover !== undefined ||
    hidden === 'until-found' ||
    page.controls.has(String(id))
  const isConcealed = Boolean(hidden) || /(?:^|;)\s*display\s*:\s*none/i.test(styleOf(element))
  return {
    ...place,
    isHidden: !isRevealed && (isHidden || isConcealed),
    isDecorated: isDecorated || isAriaHidden,
    isSection: isSection || /^(?:article|aside|main|section)$/.test(tagName),
    isLabel: isLabel || /^(?:dt|legend|summary|th)$/.test(tagName),
  }
}

/** Metadata, embedded content, and what only old browsers show. */
const NO_CONTENT =
  /^(?:applet|area|audio|base|canvas|datalist|embed|head|iframe|link|meta|noembed|noframes|noscript|object|param|rp|script|source|style|template|title|track|video)$/
const NAVIGATION = /^(?:menu|menubar|navigation|search|toolbar)$/

export function roleOf({ tagName, properties }: Element): string {
  const [role] = String(properties['role'] ?? '')
    .trim()
    .toLowerCase()
    .split(/\s/)
  if (role) return role
  if (/^h[1-6]$/.test(tagName)) return 'heading'
  return tagName === 'nav'
    ? 'navigation'
    : /^(?:button|dialog|search)$/.test(tagName)
      ? tagName
      : ''
}

export function styleOf({ properties }: Element): string {
  return String(properties['style'] ?? '')
}

export function isTextField({ tagName, properties }: Element): boolean {
  const isChoice = /^(?:checkbox|radio)$/i.test(String(properties['type']))
  return tagName === 'textarea' || (tagName === 'input' && !isChoice)
}

/** Returns the name of a link or an image that has no text. */
export function nameOf(element: Element): string {
  const { ariaLabel, title } = element.properties
  const [text] = findElements(element).find(({ tagName }) => tagName === 'title')?.children ?? []
  return String(ariaLabel ?? title ?? (text?.type === 'text' ? text.value : ''))
}

/** Returns a formula as TeX if the page has it, or else its text. */
export function formulaOf(math: Element): string {
  const annotation = findElements(math).find(({ tagName }) => tagName === 'annotation')
  const tex = math.properties['alttext'] ?? textOf(annotation)
  return tex ? `$${tex}$` : textOf(math)
}

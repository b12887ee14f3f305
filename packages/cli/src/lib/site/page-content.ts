import type { Element } from 'hast'

/** What the conversion of a page knows. */
export interface PageContext {
  elements: Element[]
  url: string
  /** Whether navigation, controls and hidden text are content, too. */
  isWhole: boolean
  /** The words in the attributes of controls. Among them are the IDs of what they reveal. */
  controls: ReadonlySet<string>
  fieldIds: ReadonlySet<string>
  /** How many text fields and tables were converted. */
  fields: number
  tables: number
  /** The length of the text that was left out, except navigation. */
  lost: number
  hasTitle: boolean
}

/** Where an element is. */
export interface Place {
  page: PageContext
  isHidden?: boolean
  /** Whether only symbols are decoration. */
  isDecorated?: boolean
  isSection?: boolean
  isLabel?: boolean
  isCode?: boolean
}

export function readPage(elements: Element[], url: string, isWhole: boolean): PageContext {
  const controls = new Set<string>()
  const fieldIds = new Set<string>()
  for (const element of elements) {
    const { properties } = element
    if (isTextField(element)) fieldIds.add(String(properties['id'] ?? ''))
    for (const [name, value] of Object.entries(properties)) {
      const isLink = name === 'href' && String(value).startsWith('#')
      if (!isLink && !REVEALS.test(name)) continue
      for (const word of String(value).split(/[\s#'"`(),;]+/)) controls.add(word)
    }
  }
  controls.delete('')
  fieldIds.delete('')
  return {
    elements,
    url,
    isWhole,
    controls,
    fieldIds,
    fields: 0,
    tables: 0,
    lost: 0,
    hasTitle: false,
  }
}

/** Attributes with the ID of what a control reveals: those of HTML and ARIA, of libraries, and event handlers. */
const REVEALS = /^(?:ariaControls|commandfor|popoverTarget|data[A-Z].*|on[A-Z].*)$/

/** Returns the place inside an element by what HTML and ARIA say, or `undefined` if the element is not content. */
export function enter(element: Element, place: Place, isInline: boolean): Place | undefined {
  const { tagName, properties } = element
  const { page } = place
  if (NO_CONTENT.test(tagName) && !(page.isWhole && tagName === 'noscript')) return undefined
  if (page.isWhole) return place
  const role = roleOf(element)
  const { hidden, ariaHidden, popover, id } = properties
  const isAriaHidden = String(ariaHidden) === 'true'
  if ((isAriaHidden && isInline) || /^(?:menu|menubar|navigation|search|toolbar)$/.test(role))
    return undefined
  const isRevealed =
    /^(?:alertdialog|dialog|tabpanel)$/.test(role) ||
    popover !== undefined ||
    hidden === 'until-found' ||
    page.controls.has(String(id ?? ''))
  const isHidden = Boolean(hidden) || /(?:^|;)\s*display\s*:\s*none/i.test(styleOf(element))
  return {
    ...place,
    isHidden: !isRevealed && (isHidden || place.isHidden === true),
    // Such blocks are slides and closed dialogs, too.
    isDecorated: place.isDecorated === true || isAriaHidden,
    isSection: place.isSection === true || /^(?:article|aside|main|section)$/.test(tagName),
    isLabel: place.isLabel === true || /^(?:dt|h[1-6]|legend|summary|th)$/.test(tagName),
  }
}

/** Metadata, embedded content, and what only old browsers show. */
const NO_CONTENT =
  /^(?:applet|area|audio|base|canvas|datalist|embed|head|iframe|link|meta|noembed|noframes|noscript|object|param|rp|script|source|style|template|title|track|video)$/

export function roleOf({ tagName, properties }: Element): string {
  const [role] = String(properties['role'] ?? '')
    .trim()
    .toLowerCase()
    .split(/\s/)
  return role || (IMPLICIT_ROLES[tagName] ?? '')
}

/** @see https://www.w3.org/TR/html-aam-1.0/ */
const IMPLICIT_ROLES: Record<string, string> = {
  ...{ button: 'button', dialog: 'dialog', nav: 'navigation', search: 'search' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
}

export function styleOf({ properties }: Element): string {
  return String(properties['style'] ?? '')
}

export function isTextField({ tagName, properties }: Element): boolean {
  const isChoice = /^(?:checkbox|radio)$/i.test(String(properties['type']))
  return tagName === 'textarea' || (tagName === 'input' && !isChoice)
}

/** Returns whether a button names what it opens. */
export function isDisclosure(element: Element): boolean {
  const { ariaExpanded, ariaControls, popoverTarget } = element.properties
  return (
    [ariaExpanded, ariaControls, popoverTarget].some((value) => value !== undefined) ||
    roleOf(element) === 'tab'
  )
}

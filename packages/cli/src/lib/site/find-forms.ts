import { type FormField, rateContactField } from '@conversion-capi/core/pii'
import type { Element, Nodes } from 'hast'

import { attribute, collapseSpace, findElements, shortTexts, textOf } from './elements.ts'
import { wordPattern } from './language-words.ts'

/** Why visitors submit a form. `contact` may be a lead. */
export const FORM_PURPOSES = {
  lead: 'leave their contact data',
  contact: 'leave an email for an unknown purpose',
  student: "leave a student's contact data",
  login: 'log in',
  password: 'reset a password',
  newsletter: 'subscribe to a newsletter',
  unsubscribe: 'unsubscribe',
  comment: 'write a comment',
  review: 'write a review',
  job: 'apply for a job',
  payment: 'pay',
  other: 'do something else',
} as const

export type FormPurpose = keyof typeof FORM_PURPOSES

export interface Form {
  element: Element
  purpose: FormPurpose
  /** What one word says that can mean something different at a school. */
  doubt?: FormPurpose
  emails: Element[]
  phones: Element[]
  /** Those of the fields above that ask for the contact data of a student, who can be a child. */
  students: Element[]
  /** Whether the page has no text outside its forms. */
  isAlone: boolean
}

export function isTracked({ element }: Pick<Form, 'element'>): boolean {
  return attribute(element, 'dataTrack') !== undefined
}

interface Field extends FormField {
  element: Element
}

const EMAIL = wordPattern('email')
const PHONE = wordPattern('phone')
const LEAD = wordPattern('lead')
const NEWSLETTER = wordPattern('newsletter')
const SUBSCRIPTION = wordPattern('newsletter?')
const WORDS = (
  ['unsubscribe', 'password', 'comment', 'review', 'job', 'payment', 'login'] as const
).map((purpose) => [purpose, wordPattern(purpose)] as const)
/** A heading above the form, a label or a hidden value can say these too. */
const ABOUT = WORDS.filter(([purpose]) => /^(?:job|review)$/.test(purpose))
const RESUME = wordPattern('resume')
/** Words that a school uses for its own places and admissions, too, and the type or name of a field that settles them. */
const SIGNS = (
  [
    ['job', /^file |\b(?:cover-?letter|experience)\b/i],
    ['review', /\b(?:rating|score|stars?)\b/i],
    ['comment', /^url |\b(?:url|website)\b/i],
    ['payment', /\b(?:address-line|billing|coupon|payment|postal-code|street)/i],
  ] as const
).map(([purpose, field]) => {
  const all = RegExp(wordPattern(purpose, `${purpose}?`), 'giu')
  return [purpose, wordPattern(`${purpose}?`), field, all] as const
})
const STUDENT = wordPattern('student')
const PARENT = wordPattern('parent')

const OFFICE =
  /\badmin(?:istration)?[- ](?:dashboard|panel|area)|\bback[- ]?office\b|админ-?панель|панель (?:администратора|управления)/iu

const OTHER_TYPES =
  /^(?:button|checkbox|color|date|datetime-local|file|hidden|image|month|number|password|radio|range|reset|search|submit|time|url|week)$/

/**
 * Finds the forms of a page and what they are for, in any language: by the types of the fields, their `autocomplete`,
 * names, labels and placeholders, by the names, headings and buttons of the form, and by the heading or title above it. A
 * word that can mean something different at a school needs a field, or another such word in the title or path of the page.
 */
export function findForms(elements: Element[], path = ''): Form[] {
  const starts = elements.flatMap(({ tagName }, index) => (tagName === 'form' ? [index] : []))
  if (starts.length === 0) return []
  const captions = readCaptions(elements[0]!)
  const title = textOf(elements.find(({ tagName }) => tagName === 'title'))
  const isOffice = OFFICE.test(title)
  const headings = headingsAbove(elements, title)
  const texts = shortTexts(elements, MAX_CONTEXT)
  const parents = new Map(
    elements.flatMap((element) => element.children.map((child) => [child, element] as const)),
  )
  const isAlone = !hasText(elements.find(({ tagName }) => tagName === 'body'))
  return starts.map((start, index) => {
    const element = elements[start]!
    const inside = findElements(element).slice(1)
    // A form between the rows of a table is empty for the parser, but owns the fields that follow.
    const owned = inside.some(isControl) ? inside : elements.slice(start + 1, starts[index + 1])
    const controls = owned.filter(isControl).map((each) => readControl(each, captions.get(each)))
    const fields = controls.filter(({ type }) => !OTHER_TYPES.test(type))
    const rated = controls.map((field) => ({
      field,
      phone: rateContactField('ph', field),
      email: rateContactField('em', field),
    }))
    const phones = rated.flatMap(({ field, phone, email }) =>
      (phone > 0 && phone >= email) || /\btel-/.test(field.autocomplete) ? [field] : [],
    )
    const emails = rated.flatMap(({ field, phone, email }) => (email > phone ? [field] : []))
    const students = findStudents(owned, [emails, phones])
    const words = wordsOf(element, owned)
    const heading = [...controls.map(hiddenValue), headings.get(element)].join('\n')
    const found = findPurpose({
      controls,
      fields,
      emails,
      phones,
      words,
      heading,
      title,
      path,
      context: `${words}\n${contextOf(element, parents, texts)}`,
    })
    const isStudent = students.length === emails.length + phones.length
    const purpose = found.purpose === 'lead' && isStudent ? 'student' : found.purpose
    const { hidden, netlify, dataNetlify } = element.properties
    // Netlify reads the fields of a form that a script renders from a copy that nobody sees.
    const isCopy = hidden === true && (netlify ?? dataNetlify) !== undefined
    return {
      ...found,
      element,
      purpose: isCopy ? 'other' : isOffice && purpose === 'lead' ? 'contact' : purpose,
      emails: emails.map((field) => field.element),
      phones: phones.map((field) => field.element),
      students,
      isAlone,
    }
  })
}

/**
 * Returns the fields for the contact data of a student. If a form has several fields for the same, the heading above them
 * counts too, and those that are not the parent's may be the student's.
 */
function findStudents(owned: Element[], kinds: Field[][]): Element[] {
  const sections = new Map<Element, string>()
  let section = ''
  for (const element of owned) {
    if (/^(?:h[1-6]|legend)$/.test(element.tagName)) section = textOf(element)
    sections.set(element, section)
  }
  return kinds.flatMap((fields) => {
    const owners = fields.map(({ element, words }) => {
      const section = sections.get(element)!
      // The label of a field without one is the text before it.
      const owner = ownerOf(words.replace(section, ''))
      return owner ?? (fields.length > 1 ? ownerOf(section) : undefined)
    })
    const rest = owners.includes('parent') ? 'student' : 'unknown'
    return fields.flatMap(({ element }, index) =>
      (owners[index] ?? rest) === 'student' ? [element] : [],
    )
  })
}

function ownerOf(text: string): 'parent' | 'student' | undefined {
  return PARENT.test(text) ? 'parent' : STUDENT.test(text) ? 'student' : undefined
}

function hasText(node: Nodes | undefined): boolean {
  if (node?.type === 'text') return /\S/.test(node.value)
  if (node?.type !== 'element' || /^(?:form|noscript|script|style)$/.test(node.tagName))
    return false
  return node.children.some(hasText)
}

function isControl({ tagName }: Element): boolean {
  return /^(?:input|select|textarea)$/.test(tagName)
}

type FormParts = Record<'controls' | 'fields' | 'emails' | 'phones', Field[]> &
  Record<'words' | 'heading' | 'context' | 'title' | 'path', string>

function findPurpose(parts: FormParts): Pick<Form, 'purpose' | 'doubt'> {
  const { controls, fields, emails, phones, words, heading, context } = parts
  if (fields.some(({ autocomplete }) => /\bcc-/.test(autocomplete))) return { purpose: 'payment' }
  const named = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  if (controls.some(({ type }) => type === 'password')) {
    return { purpose: named === 'password' ? named : 'login' }
  }
  const hasMessage = fields.some(({ element }) => element.tagName === 'textarea')
  const isOpen = hasMessage || phones.length > 0
  const asked = controls.map((control) => control.words).join('\n')
  // Forms for logging in or unsubscribing have no message.
  const isNamed =
    !(isOpen && /^(?:login|password|unsubscribe)$/.test(named ?? '')) &&
    !(named === 'login' && fields.length > 1 && !/pass|pwd/i.test(asked))
  if (named && isNamed) return { purpose: named }
  if (emails.length === 0 && phones.length === 0) return { purpose: 'other' }
  const isLead = LEAD.test(words)
  const about = `${asked}\n${heading}`
  const other = isLead ? undefined : ABOUT.find(([, pattern]) => pattern.test(about))
  if (other) return { purpose: other[0] }
  // Some courses ask for a CV, too.
  if (!LEAD.test(`${words}\n${heading}`) && RESUME.test(asked)) return { purpose: 'job' }
  const found = findHint(parts)
  const hint = isLead && found?.purpose !== 'job' ? undefined : found
  if (hint?.isCertain) return { purpose: hint.purpose }
  const others = fields.length - emails.length
  const isShort = !isOpen && others <= 2
  if (isShort && NEWSLETTER.test(context)) return { purpose: 'newsletter' }
  const isSubscription = isShort && SUBSCRIPTION.test(context)
  if (isSubscription && others === 0) return { purpose: 'newsletter' }
  const hasChoice = controls.some(({ element }) => element.tagName === 'select')
  if (!isOpen && others === 0 && !hasChoice) return { purpose: 'contact' }
  const doubt = isLead ? undefined : (hint?.purpose ?? (isSubscription ? 'newsletter' : undefined))
  return { purpose: 'lead', ...(doubt && { doubt }) }
}

/** Finds a purpose by a word that can mean something different, and by a second sign. */
function findHint({ controls, words, heading, title, path }: FormParts) {
  const said = `${words}\n${heading.replace(title, '')}`.toLowerCase()
  const hints = SIGNS.flatMap(([purpose, pattern, field, all]) => {
    if (!pattern.test(said)) return []
    const others = `${title}\n${path}`.toLowerCase().match(all) ?? []
    const isCertain =
      controls.some((each) => field.test(`${each.type} ${each.autocomplete} ${each.words}`)) ||
      others.some((other) => !said.includes(other))
    return { purpose, isCertain }
  })
  return hints.find(({ isCertain }) => isCertain) ?? hints[0]
}

/** Returns the heading above each form. The title counts only up to the first heading of a lower rank. */
function headingsAbove(elements: Element[], title: string): Map<Element, string> {
  const headings = new Map<Element, string>()
  let heading = title
  for (const element of elements) {
    if (element.tagName === 'form') headings.set(element, heading)
    else if (element.tagName === 'h1') heading = `${title}\n${textOf(element)}`
    else if (/^h[2-6]$/.test(element.tagName)) heading = textOf(element)
  }
  return headings
}

function hiddenValue({ type, element }: Field): string {
  return type === 'hidden' ? (attribute(element, 'value') ?? '') : ''
}

const MAX_CONTEXT = 300

/** Returns the text of the larger one of the two elements around a form whose text is short. */
function contextOf(form: Element, parents: Map<Nodes, Element>, texts: Map<Nodes, string>): string {
  const parent = parents.get(form)
  const outer = parent && parents.get(parent)
  return (outer && texts.get(outer)) ?? (parent && texts.get(parent)) ?? ''
}

function readCaptions(root: Element): Map<Element, string> {
  const captions = new Map<Element, string>()
  const labels = new Map<string, string>()
  let before = ''
  const read = (node: Nodes): void => {
    if (node.type === 'text') before += node.value
    if (node.type !== 'element' || /^(?:noscript|script|style|button)$/.test(node.tagName)) return
    if (isControl(node)) {
      captions.set(node, before)
      before = ''
      return
    }
    const target = node.tagName === 'label' && attribute(node, 'htmlFor')
    if (target) {
      labels.set(target, textOf(node))
      if (!findElements(node).some(isControl)) return
    }
    before = node.tagName === 'form' ? '' : `${before} `
    for (const child of node.children) read(child)
  }
  read(root)
  for (const control of captions.keys()) {
    const label = labels.get(attribute(control, 'id') ?? '')
    if (label !== undefined) captions.set(control, label)
  }
  return captions
}

/** A longer text before a field is a paragraph, not its label. */
const MAX_LABEL = 60

function readControl(element: Element, label = ''): Field {
  const read = (name: string): string => attribute(element, name) ?? ''
  // Typographic quotation marks around attributes are part of their values.
  const inputType = read('type')
    .replaceAll(/[^a-z-]/gi, '')
    .toLowerCase()
  const isKnown = OTHER_TYPES.test(inputType) || /^(?:email|tel)$/.test(inputType)
  const others = element.tagName === 'select' ? 'radio' : 'textarea'
  const caption = collapseSpace(label)
  const names = ['name', 'id', 'placeholder', 'ariaLabel', 'title'].map(read)
  const words = [caption.length > MAX_LABEL ? '' : caption, ...names].join(' ')
  return {
    element,
    type: element.tagName !== 'input' ? others : isKnown ? inputType : 'text',
    autocomplete: read('autoComplete').toLowerCase(),
    words: `${words}${EMAIL.test(words) ? ' email' : ''}${PHONE.test(words) ? ' phone' : ''}`,
  }
}

function wordsOf(form: Element, elements: Element[]): string {
  const named = ['id', 'name', 'className', 'action', 'ariaLabel'].map((name) =>
    attribute(form, name),
  )
  const texts = elements.flatMap((element) => {
    const { tagName } = element
    const type = attribute(element, 'type')?.toLowerCase()
    if (/^(?:h[1-6]|legend|button)$/.test(tagName)) return textOf(element)
    if (tagName !== 'input') return []
    return type === 'submit' || type === 'hidden'
      ? (attribute(element, type === 'submit' ? 'value' : 'name') ?? [])
      : []
  })
  return [...named, ...texts].join('\n').replaceAll(/[ \t]+/g, ' ')
}

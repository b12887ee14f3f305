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
  emails: Element[]
  phones: Element[]
  /** Those of the fields above that ask for the contact data of a student, who can be a child. */
  students: Element[]
  /** Whether visitors can submit it: with a button, or with Enter in its only field. */
  hasSubmit: boolean
}

interface Field extends FormField {
  element: Element
}

const EMAIL = wordPattern('email')
const PHONE = wordPattern('phone')
const LEAD = wordPattern('lead')
const NEWSLETTER = wordPattern('newsletter')
const WORDS = (
  ['unsubscribe', 'password', 'comment', 'review', 'job', 'payment', 'login'] as const
).map((purpose) => [purpose, wordPattern(purpose)] as const)
/** A heading above the form, a label or a hidden value can say these too. */
const ABOUT = WORDS.filter(([purpose]) => /^(?:job|review)$/.test(purpose))
/** Words that a school uses for its own places and admissions, too. They need a second sign. */
const APPLICATION = wordPattern('application')
const STUDENT = wordPattern('student')
const PARENT = wordPattern('parent')
const EMPLOYMENT = /\b(?:cv|resume|cover-?letter|salary|experience|linkedin|portfolio)\b/i

const OFFICE =
  /\badmin(?:istration)?[- ](?:dashboard|panel|area)|\bback[- ]?office\b|админ-?панель|панель (?:администратора|управления)/iu

const OTHER_TYPES =
  /^(?:button|checkbox|color|date|datetime-local|file|hidden|image|month|number|password|radio|range|reset|search|submit|time|url|week)$/

/**
 * Finds the forms of a page and what they are for, in any language: by the types of the fields, their `autocomplete`,
 * names, labels and placeholders, by the names, headings and buttons of the form, and by the heading or title above it.
 */
export function findForms(elements: Element[]): Form[] {
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
    const about = [
      ...controls.map((control) => control.words),
      ...controls.map((control) => hiddenValue(control)),
      headings.get(element),
    ].join('\n')
    const context = `${words}\n${contextOf(element, parents, texts)}`
    const found = findPurpose({ controls, fields, emails, phones, words, about, context })
    const isStudent = students.length === emails.length + phones.length
    const purpose = found === 'lead' && isStudent ? 'student' : found
    return {
      element,
      purpose: isOffice && purpose === 'lead' ? 'contact' : purpose,
      emails: emails.map((field) => field.element),
      phones: phones.map((field) => field.element),
      students,
      hasSubmit:
        fields.filter((field) => field.element.tagName === 'input').length <= 1 ||
        [...owned, ...elements.filter((each) => isOwned(each, element))].some(isSubmit),
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

function isOwned({ properties }: Element, form: Element): boolean {
  return properties['form'] !== undefined && properties['form'] === form.properties['id']
}

function isSubmit(element: Element): boolean {
  const type = attribute(element, 'type')?.toLowerCase() ?? ''
  if (element.tagName === 'button') return !/^(?:button|reset)$/.test(type)
  return element.tagName === 'input' && /^(?:submit|image)$/.test(type)
}

/** Finds the fields for an email or a phone number that belong to no form, unless one of these fields is a password. */
export function findLooseFields(elements: Element[]): Element[] {
  const inside = new Set(
    elements.flatMap((each) => (each.tagName === 'form' ? findElements(each) : [])),
  )
  const loose = elements.filter(
    (each) => isControl(each) && !inside.has(each) && each.properties['form'] === undefined,
  )
  // The parser closes a form between the rows of a table before its fields.
  const form = elements.findIndex(({ tagName, children }) => tagName === 'form' && !children.length)
  if (loose.length === 0 || form !== -1) return []
  const captions = readCaptions(elements[0]!)
  const fields = loose.map((each) => readControl(each, captions.get(each)))
  if (fields.some(({ type }) => type === 'password')) return []
  return fields.flatMap((field) =>
    rateContactField('ph', field) > 0 || rateContactField('em', field) > 0 ? [field.element] : [],
  )
}

function isControl({ tagName }: Element): boolean {
  return /^(?:input|select|textarea)$/.test(tagName)
}

type FormParts = Record<'controls' | 'fields' | 'emails' | 'phones', Field[]> &
  Record<'words' | 'about' | 'context', string>

function findPurpose(parts: FormParts): FormPurpose {
  const { controls, fields, emails, phones, words, about, context } = parts
  if (fields.some(({ autocomplete }) => /\bcc-/.test(autocomplete))) return 'payment'
  const named = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  if (controls.some(({ type }) => type === 'password')) {
    return named === 'password' ? named : 'login'
  }
  const hasMessage = fields.some(({ element }) => element.tagName === 'textarea')
  const isOpen = hasMessage || phones.length > 0
  // Forms for logging in or unsubscribing have no message.
  if (named && !(isOpen && /^(?:login|password|unsubscribe)$/.test(named))) return named
  if (emails.length === 0 && phones.length === 0) return 'other'
  const other = LEAD.test(words) ? undefined : ABOUT.find(([, pattern]) => pattern.test(about))
  if (other) return other[0]
  const isEmployment = controls.some(({ type, words }) => type === 'file' || EMPLOYMENT.test(words))
  if (isEmployment && APPLICATION.test(`${words}\n${about}`)) return 'job'
  const others = fields.length - emails.length
  if (!isOpen && others <= 2 && NEWSLETTER.test(context)) return 'newsletter'
  const hasChoice = controls.some(({ element }) => element.tagName === 'select')
  return isOpen || others > 0 || hasChoice ? 'lead' : 'contact'
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

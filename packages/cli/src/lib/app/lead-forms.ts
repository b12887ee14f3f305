import { lineAt, type Place } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { findElements, lineOf } from '../site/elements.ts'
import { type Form, findForms, isTracked } from '../site/find-forms.ts'
import { tagOf } from './markup.ts'
import type { AppSource } from './read-app.ts'
import { renderApp, type RenderedSource } from './render-app.ts'

export interface LeadForm {
  place: Place
  /** Where the app shows the success of a request, such as ` (line 75)`. */
  success: string
  /**
   * The position for an attribute. Not set: no `<form>` is around the fields, a component of another package writes it,
   * other forms share it, or only a student's contact data is asked for.
   */
  offset?: number
}

/** Finds the lead forms of an app that are not tracked. A form in a component counts once, with the fields that pages put into it. */
export function findLeadForms(sources: AppSource[]): LeadForm[] {
  const forms = renderApp(sources)
    .rendered.flatMap(readForms)
    .filter(({ form: { emails, phones } }) => emails.length + phones.length > 0)
  const key = ({ source, form: { element }, offset }: AppForm): string =>
    `${source.path}:${offset ?? element.position!.start.offset}`
  return [...Map.groupBy(forms, key).values()].flatMap((same) => {
    const [first] = same as [AppForm]
    const { source, form } = first
    const line = lineOf(form.element)
    const { path, code } = source
    const isLead = same.some((each) => /^(?:lead|student)$/.test(each.form.purpose))
    const tag = code.split('\n').slice(line - 1, line + 4)
    const isAccount = /submit\W{1,9}(?:save|update)/i.test(tag.join('\n'))
    if (!isLead || isAccount || isTracked(form) || /\.track\(\s*['"]/.test(code)) return []
    const isEdited = same.every((each) => each.form.purpose === 'lead')
    const offset = isEdited ? findOffset(first) : undefined
    const place = { file: path, line }
    return [{ place, success: findSuccess(code), ...(offset !== undefined && { offset }) }]
  })
}

/** A form, the file that writes its element, and where, if it is JSX. */
interface AppForm {
  source: AppSource
  form: Form
  offset?: number
  isNative: boolean
}

function readForms({ source, tree, isPage }: RenderedSource): AppForm[] {
  const elements = findElements(tree)
  // What one component leaves open, another one can close.
  if (isPage) closeForms(elements)
  return findForms(elements, source.path).map((form) => {
    const tag = tagOf(form.element)
    const isNative = !CLOSED.has(form.element) && tag?.isNative !== false
    return { source, ...tag, form, isNative }
  })
}

/** The elements that are a form only here. */
const CLOSED = new WeakSet<Element>()

/** Makes forms of the elements around contact fields and a button that no `<form>` is around. */
function closeForms(elements: Element[]): void {
  const parents = new Map(
    elements.flatMap((each) => each.children.map((child) => [child, each] as const)),
  )
  const ancestors = (element: Element): Element[] => {
    const parent = parents.get(element)
    return parent ? [parent, ...ancestors(parent)] : []
  }
  for (const field of elements) {
    const isContact = /^(?:email|tel)$/.test(String(field.properties['type']))
    const around = isContact && field.tagName === 'input' ? ancestors(field) : []
    if (around.some(({ tagName }) => tagName === 'form')) continue
    const form = around.find((each) =>
      findElements(each).some(({ tagName }) => tagName === 'button'),
    )
    if (!form || form.tagName === 'body') continue
    form.tagName = 'form'
    CLOSED.add(form)
  }
}

/** Components that pass attributes to a <form>. */
const FORM_COMPONENTS = /from ['"](?:react-router(?:-dom)?|@remix-run\/react|next\/form)['"]/

/** Returns where the name of a form's tag ends. */
function findOffset({ source: { code }, form, offset, isNative }: AppForm): number | undefined {
  if (!isNative && !FORM_COMPONENTS.test(code)) return undefined
  if (offset !== undefined) return offset
  // A template keeps its lines.
  const lines = code.split('\n')
  const index = lineOf(form.element) - 1
  const [tag, other] = lines[index]!.matchAll(/<form\b/g)
  if (!tag || other) return undefined
  return [...lines.slice(0, index), ''].join('\n').length + tag.index + '<form'.length
}

/** What an app does when the request of a form has succeeded. */
const SUCCESS =
  /\bset\w*(?:sent|submitted|success|done|complete)\w*\(\s*true|\btoast\.success\(|\(\s*['"](?:success|sent|submitted|done)['"]|\bonSuccess\b|\bif \((?:\w+\.)?(?:ok|success)\b/i

/** Returns where the app shows the success of a request, such as ` (line 75)`. */
function findSuccess(code: string): string {
  const request = code.search(/\bawait\s|\.then\(|\buseMutation\(/)
  const at = request === -1 ? -1 : code.slice(request).search(SUCCESS)
  return at === -1 ? '' : ` (line ${lineAt(code, request + at)})`
}

import type { Finding } from '@conversion-capi/content'
import type { Element } from 'hast'

import { type Form, FORM_PURPOSES, isTracked } from '../site/find-forms.ts'
import { attribute } from '../site/elements.ts'
import { pagePath } from '../site/read-files.ts'
import { type CheckedPage, placeOf, resolveUrl } from '../site/site.ts'
import { finding } from './check-rules.ts'

export function* checkForms(checked: CheckedPage): Generator<Finding> {
  const { page, trackers, calls } = checked
  yield* checkSubmission(checked)
  yield* nameStudents(page.file, page.forms.filter(isTracked))
  if (trackers.length > 0 && !calls.some(({ isTrack }) => isTrack)) {
    yield* nameUntrackedForms(page.file, page.forms)
  }
}

function* checkSubmission(checked: CheckedPage): Generator<Finding> {
  const { site, page, scripts } = checked
  const sample = page.elements.find(({ properties }) => 'dataSample' in properties)
  if (sample) yield finding('form-sample', placeOf(page, sample), {})
  const preventsAll = scripts.some(({ preventsSubmit }) => preventsSubmit)
  const personal = new Set(
    page.forms
      .filter(({ element, emails, phones }) =>
        [...emails, ...phones].some(
          (field) => attribute(field, 'name') && isInside(field, element),
        ),
      )
      .map(({ element }) => element),
  )
  for (const form of page.elements) {
    const isSent = preventsAll || PREVENTS.test(attribute(form, 'onSubmit') ?? '')
    const method = attribute(form, 'method')?.toLowerCase()
    // The method `dialog` submits nothing.
    if (form.tagName !== 'form' || method === 'dialog') continue
    const place = placeOf(page, form)
    const target = resolveUrl(checked, attribute(form, 'action') || page.path)
    const path = target?.origin === site.origin ? target.pathname : undefined
    if (path !== undefined && /\.php\d?$/i.test(path)) yield finding('form-php', place, { path })
    if (isSent) continue
    // Netlify processes the forms that are marked for it.
    const isProcessed = ['dataNetlify', 'netlify'].some(
      (name) => attribute(form, name) !== undefined,
    )
    const isFile =
      path !== undefined && !isProcessed && site.pages.some((each) => each.path === pagePath(path))
    if (method === 'post') {
      if (isFile) yield finding('form-post', place, {})
    } else if (personal.has(form)) {
      yield finding(isFile ? 'form-url-file' : 'form-url', place, {})
    }
  }
}

/** Names the forms that ask for contact data without `data-track`. Only a person knows whether these are leads. */
export function* nameUntrackedForms(file: string, forms: Form[]): Generator<Finding> {
  for (const { element, purpose, emails, phones } of forms) {
    if (isTracked({ element }) || emails.length + phones.length === 0) continue
    const values = { purpose: FORM_PURPOSES[purpose] }
    yield finding('form-untracked', placeOf({ file }, element), values)
  }
}

/**
 * Names the contact data of students that the tracker reads in tracked forms: without `autocomplete`, only if the form asks
 * for no other.
 */
export function* nameStudents(file: string, tracked: Form[]): Generator<Finding> {
  for (const { purpose, students } of tracked) {
    const field = students.find(
      (each) => purpose === 'student' || attribute(each, 'autoComplete') !== undefined,
    )
    if (field) yield finding('form-student', placeOf({ file }, field), {})
  }
}

/** A listener in HTML that prevents the submission, or that returns what a function decides. */
const PREVENTS = /\breturn\b|\bpreventDefault\b/

/** Returns whether a field is written in a form. The parser puts the fields of a form between table rows elsewhere. */
function isInside({ position }: Element, { position: outer }: Element): boolean {
  const offset = position?.start.offset
  if (offset === undefined || outer === undefined) return false
  return offset > outer.start.offset! && offset < outer.end.offset!
}

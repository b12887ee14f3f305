import type { Finding } from '@conversion-capi/content'
import type * as hast from 'hast'

import { finding } from './check-rules.ts'
import { findTrackers } from './check-tracker-script.ts'
import { attribute, lineOf, type Page, type PageScript } from '../site/page.ts'
import { type Form, FORM_PURPOSES } from '../site/find-forms.ts'
import { pagePath } from '../site/read-files.ts'
import { resolveUrl, scriptsOfPage, type Site } from '../site/site.ts'

/**
 * Reports forms that submit an email or a phone number with GET, forms that lead to an error of the host, and forms
 * that the tracker of the page cannot see.
 */
export function* checkForms(site: Site, page: Page): Generator<Finding> {
  if (site.source) yield* checkSubmission(site, page)
  const scripts = scriptsOfPage(site, page)
  const tracks = ({ calls }: PageScript): boolean =>
    calls.some(({ path }) => path.join('.') === `${site.tracker.name}.track`)
  const hasTracker = findTrackers(site, page).length > 0
  const isTracked = scripts.some(tracks)
  if (site.source && hasTracker && !isTracked) yield* nameUntrackedForms(page.file, page.forms)
  yield* findHiddenForms(
    site,
    page,
    scripts.filter((script) => !tracks(script)),
  )
  const frame = site.frames.get(page.path)
  const form = page.elements.find(({ tagName }) => tagName === 'form')
  if (!frame || !form || hasTracker || isTracked) return
  const values = { page: frame.path, name: site.tracker.name }
  yield finding('form-framed', { file: page.file, line: lineOf(form) }, values)
}

/** Checks where forms lead, unless a script of the page opens the next page. */
function* checkSubmission(site: Site, page: Page): Generator<Finding> {
  const { file, elements } = page
  const scripts = scriptsOfPage(site, page)
  const preventsAll = scripts.some(({ preventsSubmit }) => preventsSubmit)
  for (const form of elements) {
    const isSent = preventsAll || PREVENTS.test(attribute(form, 'onSubmit') ?? '')
    const method = attribute(form, 'method')?.toLowerCase()
    // The method `dialog` submits nothing.
    if (form.tagName !== 'form' || method === 'dialog') continue
    const place = { file, line: lineOf(form) }
    const target = resolveUrl(site, page, attribute(form, 'action') || page.path)
    const isOwn = target?.origin === site.origin
    // A published site can be on a host with PHP.
    if (isOwn && !site.trackerUrls && /\.php\d?$/i.test(target.pathname)) {
      yield finding('form-php', place, { path: target.pathname })
    }
    const isFile = leadsToFile(site, page, form)
    if (method === 'post') {
      if (isFile && !isSent) yield finding('form-post', place, {})
      continue
    }
    const fields = elements.filter((element) => isInside(element, form))
    if (!isSent && fields.some(isPersonal))
      yield finding(isFile ? 'form-url-file' : 'form-url', place, {})
  }
}

/** Names the forms that ask for contact data without `data-track`. Only a person knows whether these are leads. */
export function* nameUntrackedForms(file: string, forms: Form[]): Generator<Finding> {
  for (const { element, purpose, emails, phones } of forms) {
    if (attribute(element, 'dataTrack') !== undefined) continue
    if (emails.length === 0 && phones.length === 0) continue
    const place = { file, line: lineOf(element) }
    yield finding('form-untracked', place, { purpose: FORM_PURPOSES[purpose] })
  }
}

/** A listener in HTML that prevents the submission, or that returns what a function decides. */
const PREVENTS = /\breturn\b|\bpreventDefault\b/

/** Returns whether the host responds to the form with a file. Netlify processes the forms that are marked for it. */
function leadsToFile(site: Site, page: Page, form: hast.Element): boolean {
  const isNetlifyForm = ['dataNetlify', 'netlify'].some(
    (name) => attribute(form, name) !== undefined,
  )
  const url = resolveUrl(site, page, attribute(form, 'action') || page.path)
  const path = url?.origin === site.origin ? pagePath(url.pathname) : undefined
  return !isNetlifyForm && site.pages.some((each) => each.path === path)
}

/** Fields without a name are not submitted. */
function isPersonal(element: hast.Element): boolean {
  const isNamed = (attribute(element, 'name') ?? '') !== ''
  return isNamed && /^(?:email|tel)$/i.test(attribute(element, 'type') ?? '')
}

function isInside({ position }: hast.Element, { position: outer }: hast.Element): boolean {
  const offset = position?.start.offset
  if (offset === undefined || outer === undefined) return false
  return offset > outer.start.offset! && offset < outer.end.offset!
}

/** Reports forms in shadow roots, whose submit events do not reach the page. */
function* findHiddenForms(site: Site, page: Page, untracked: PageScript[]): Generator<Finding> {
  const { name } = site.tracker
  for (const form of page.shadowForms) {
    if (attribute(form, 'dataTrack') !== undefined) continue
    const place = { file: page.file, line: lineOf(form) }
    yield finding('form-hidden', place, { where: 'a shadow root', name })
  }
  for (const { properties, hasForm, file, lineOffset } of untracked) {
    if (!hasForm || !properties.has('attachShadow')) continue
    const place = { file, line: lineOffset + 1 }
    yield finding('form-hidden', place, { where: 'a shadow root', name })
  }
}

import type { Finding } from '@conversion-capi/content'
import { toLine } from '@conversion-capi/meta/terminal'

import { nameStudents, nameUntrackedForms } from '../check/check-forms.ts'
import { finding } from '../check/check-rules.ts'
import { collapseSpace, lineOf } from '../site/elements.ts'
import { type Form, FORM_PURPOSES, isTracked } from '../site/find-forms.ts'
import { isFragment } from '../site/page-roles.ts'
import { languageOf } from './describe-school.ts'
import { editEncodedPage } from './edits/edit-encoded-page.ts'
import { editPage, type EditPageOptions, type PageEdits } from './edits/edit-page.ts'
import type { Answers } from './questions.ts'
import type { SourcePage } from './read-pages.ts'

export interface PlannedFile {
  path: string
  body: string
  bytes?: Uint8Array
  /** The current content. `undefined` if the file does not exist. */
  current: string | undefined
  /**
   * - `create`: a new file.
   * - `extend`: keeps what the file has and adds to it. Written unless the user disagrees.
   * - `replace`: the file has other content. Written only if the user agrees.
   * - `page`: a handwritten page. Written only if the user agrees.
   * - `config`: the configuration of a framework. Written only if the user agrees.
   */
  kind: 'create' | 'extend' | 'replace' | 'page' | 'config'
  changes?: { removed: string; added: string }[]
}

export function planPage(
  source: SourcePage,
  answers: Answers,
  isNew: boolean,
  {
    leadPage,
    ...options
  }: Pick<EditPageOptions, 'tracker' | 'isPart' | 'isLate'> & {
    /** The path of another page with a form that sends the Lead. */
    leadPage: string | undefined
  },
): { file: PlannedFile; findings: Finding[] } {
  const { encoding, html, page, scanned } = source
  const { file: path } = page
  const { edits, keptPageViews, visitLeads, unconnected } = editPage(html, page, {
    ...options,
    hasLead: leadPage !== undefined,
    url: new URL(answers.url).origin + page.path,
    language: languageOf(source, answers.language),
    isFragment: isFragment(page.path, html),
    waits: answers.consent === 'wait',
  })
  const edited = editEncodedPage(source, edits)
  // The edits track the leads.
  const isLead = (form: Form): boolean => isTracked(form) || form.purpose === 'lead'
  return {
    file: {
      path,
      body: edited?.html ?? html,
      ...(edited && { bytes: edited.bytes }),
      current: isNew ? undefined : html,
      kind: isNew ? 'create' : 'page',
      changes: edits.map(({ start, end, text }) => ({
        removed: collapseSpace(html.slice(start, end)),
        added: collapseSpace(text),
      })),
    },
    findings: [
      ...(edited ? [] : [unchangedPage(path, encoding)]),
      ...nameApplication(source),
      ...scanned.contradictions.map(({ value, other, line }): Finding => {
        const message = `The link goes to ${toLine(value)}, but shows ${toLine(other!)}, so it is not a contact in school.config.ts.`
        const fix = 'Correct the link, and write the contact in school.config.ts.'
        return { level: 'warning', file: path, line, message, fix }
      }),
      ...(unconnected ? nameConsent(path, unconnected) : []),
      ...(answers.consent !== 'wait' && scanned.consent && !options.isPart
        ? [
            toWarning(
              finding(
                'consent-ignored',
                { file: path, line: scanned.consent.line },
                { platform: scanned.consent.tag! },
              ),
            ),
          ]
        : []),
      ...keptPageViews.map((line) =>
        toWarning(finding('page-view-twice', { file: path, line }, {})),
      ),
      ...visitLeads.removed.map((line) => nameVisitLead({ file: path, line }, leadPage!)),
      ...visitLeads.kept.map((line) =>
        toWarning(
          finding('pixel-lead-visit', { file: path, line }, { event: 'Lead', page: leadPage! }),
        ),
      ),
      ...(options.isPart
        ? []
        : nameUntrackedForms(
            path,
            page.forms.filter((form) => !isLead(form)),
          )),
      ...page.forms.flatMap((form) => (isTracked(form) ? [] : nameDoubt(path, form))),
      ...nameStudents(path, page.forms.filter(isLead)),
    ],
  }
}

/** The form's Lead has hashed contact data and a copy from the server. The visit's has neither. */
function nameVisitLead(place: { file: string; line: number }, page: string): Finding {
  const message = `The change removes the pixel's Lead, which counts each visit of the page: the form on ${page} sends it.`
  const fix = 'Write the call again with track() if visitors reach the page without that form.'
  return { level: 'warning', ...place, message, fix }
}

function nameDoubt(file: string, { element, purpose, doubt }: Form): Finding[] {
  if (purpose !== 'lead' || !doubt) return []
  const message = `The form was tagged as a lead, but one word says that visitors ${FORM_PURPOSES[doubt]} with it.`
  const fix = 'If it asks for no leads, remove data-track from it.'
  return [{ level: 'unverifiable', file, line: lineOf(element), message, fix }]
}

function toWarning(found: Finding): Finding {
  return { ...found, level: 'warning' }
}

/** Names what passes no decision to the tracker yet, and what a person has to compare in the script that does. */
function nameConsent(
  file: string,
  { line, platform, isConnected }: NonNullable<PageEdits['unconnected']>,
): Finding[] {
  if (isConnected) {
    const message = `The script that was added passes the decision of ${platform}, for the default name of its category.`
    const fix = 'Compare the name with yours in the guide "Consent platforms", then test the page.'
    return [{ level: 'unverifiable', file, line, message, fix }]
  }
  const asked = platform === undefined ? '' : ` of ${platform}`
  return [finding('consent-unconnected', { file, line }, { asked })]
}

function unchangedPage(file: string, encoding: string): Finding {
  const message = `The page was not changed, because it cannot be edited as ${encoding}.`
  return { level: 'warning', file, message, fix: 'Save it as UTF-8, and run init again.' }
}

/** A browser cannot run the source of an application: a build tool makes files from it. */
function nameApplication({ page: { file }, scanned: { application } }: SourcePage): Finding[] {
  if (application === undefined) return []
  const { value, line } = application
  const isSource = /\.(?:jsx|tsx?|vue|svelte)$/.test(value)
  const message = isSource
    ? `The page loads ${toLine(value)}, the source of a build tool, which no browser can run.`
    : 'The page is a single-page application, whose forms and texts are in its scripts.'
  const fix = isSource
    ? 'Build the application first, and run init with --pages and the folder that it writes.'
    : 'Send leads with track() in the source of the application, and run init again after each build.'
  return [{ level: 'warning', file, line, message, fix }]
}

import type { Finding } from '@conversion-capi/content'
import { CommandError, type Place } from '@conversion-capi/meta/terminal'
import type { Browser } from 'playwright-core'

import type { Target } from './answer-requests.ts'
import { createPerson } from './fill-form.ts'
import { listPages } from './list-pages.ts'
import { agree, type Journey, settle, startJourney, waitForTracker } from './journey.ts'
import type { Site } from './judge-event.ts'
import type { SurveyedForm } from './survey-page.ts'
import { visitForm } from './visit-form.ts'
import { type Consent, visitPage } from './visit-page.ts'
import { finding } from './visit-rules.ts'
import { GENERATED_PAGES } from '../site/page-roles.ts'

export interface VisitOptions {
  browser: Browser
  target: Target
  site: Site
  consent: Consent
  /** The paths to begin with. Links and sitemaps add further ones. */
  paths: string[]
  maxPages: number
  signal: AbortSignal
  onProgress: (line: string) => void
  /** Saves a picture of a page with an error. @returns its file */
  savePicture?: (name: string, picture: Buffer) => Promise<void>
}

export interface SiteVisit {
  findings: Finding[]
  pages: string[]
  forms: { path: string; events: string[] }[]
}

/**
 * Goes through the pages that links and sitemaps lead to, one of each kind first, and sends each of their forms. Stops at the signal, or when
 * `maxPages` were visited.
 *
 * @throws {CommandError} If it saw no page.
 */
export async function visitSite(options: VisitOptions): Promise<SiteVisit> {
  const { browser, target, site, consent, maxPages, signal, onProgress } = options
  const listed = (await listPages(target)).filter((path) => !GENERATED_PAGES.test(path))
  const known = new Set([...options.paths, ...listed])
  const waiting = [...known]
  const kinds = new Set<string>()
  const result: SiteVisit = { findings: [], pages: [], forms: [] }
  const signatures = new Set<string>()
  let persons = 0
  while (waiting.length > 0 && result.pages.length < maxPages && !signal.aborted) {
    const path = takeNext(waiting, kinds)
    onProgress(`Visiting ${path} (page ${result.pages.length + 1})`)
    await visitPath(path)
  }
  const unseen = result.findings.filter(({ code }) => code === 'page-unvisited')
  if (unseen[0] && unseen.length === result.pages.length) {
    throw new CommandError(`visit saw no page. ${unseen[0].message}`)
  }
  if (waiting.length > 0 && !signal.aborted) {
    const more = String(result.pages.length + waiting.length)
    result.findings.push(finding('pages-left', {}, { count: String(waiting.length), more }))
  }
  return result

  async function visitPath(path: string): Promise<void> {
    const place: Place = { file: path }
    const journey = await startJourney(browser, target, path)
    try {
      result.pages.push(path)
      if (journey.problem !== undefined) {
        result.findings.push(finding('page-unvisited', place, { reason: journey.problem }))
        return
      }
      const { findings, survey, isTracked } = await visitPage(journey, site, target, consent, place)
      result.findings.push(...findings)
      for (const link of survey.links) {
        if (known.has(link) || GENERATED_PAGES.test(link)) continue
        known.add(link)
        waiting.push(link)
      }
      if (findings.some(({ level }) => level === 'error')) await savePicture(path, journey)
      if (isTracked) for (const form of survey.forms) await visitOnce(form, path)
    } finally {
      await journey.end()
    }
  }

  async function visitOnce(form: SurveyedForm, path: string): Promise<void> {
    const { event, purpose } = form
    const isAsked = event !== undefined || /^(?:lead|contact)$/.test(purpose)
    if (!isAsked || signatures.has(form.signature) || signal.aborted) return
    signatures.add(form.signature)
    onProgress(`Sending a form of ${path}`)
    const openPage = async (): Promise<Journey> => {
      const journey = await startJourney(browser, target, path)
      await waitForTracker(journey)
      if (consent.waits) {
        await agree(journey, site.name)
        await settle(journey, { maxMs: 2000 })
      }
      return journey
    }
    const place = { file: path }
    const visited = await visitForm(form, openPage, () => createPerson((persons += 1)), site, place)
    result.findings.push(...visited.findings)
    result.forms.push({ path, events: visited.events })
  }

  async function savePicture(path: string, { page }: Journey): Promise<void> {
    const picture = await page.screenshot({ timeout: 5000 }).catch(() => undefined)
    const name = path.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
    if (picture) await options.savePicture?.(`${name}.png`, picture)
  }
}

/**
 * Takes a path of a new kind, or otherwise the first one. `/courses/physics` and `/courses/chemistry` are of one kind, as
 * are `/photo1.html` and `/photo2.html`.
 */
function takeNext(waiting: string[], kinds: Set<string>): string {
  const kindOf = (path: string): string => {
    const parts = path.split('/').filter(Boolean)
    return `${parts.length} ${parts.length > 1 ? parts[0] : path.replaceAll(/\d/g, '')}`
  }
  const index = waiting.findIndex((path) => !kinds.has(kindOf(path)))
  const [path] = waiting.splice(Math.max(index, 0), 1)
  kinds.add(kindOf(path!))
  return path!
}

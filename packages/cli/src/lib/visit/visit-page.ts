import { setTimeout as sleep } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'
import type { Place } from '@conversion-capi/meta/terminal'
import type { Page } from 'playwright-core'

import type { Copy, Target } from './answer-requests.ts'
import { clickOpeners } from './click-openers.ts'
import { agree, type Journey, listStored, settle, waitForTracker } from './journey.ts'
import { countEvents, isOfPixel, isOfVisitor, judgeCopies, type Site } from './judge-event.ts'
import { type Survey, survey } from './survey-page.ts'
import { finding } from './visit-rules.ts'

export interface PageVisit {
  findings: Finding[]
  survey: Survey
  /** Whether the page sends events, so that its forms can be judged. */
  isTracked: boolean
}

/** Whether the events of the site wait for consent. Unknown until a page has shown it. */
export interface Consent {
  waits?: boolean
}

/** Looks at a page that was opened: consent, its page view, and the page that one of its links shows without loading. */
export async function visitPage(
  journey: Journey,
  site: Site,
  target: Target,
  consent: Consent,
  place: Place,
): Promise<PageVisit> {
  const { page, traffic } = journey
  await waitForTracker(journey)
  // Of a published site without its project.
  if (site.name === '') site.name = (await survey(page, '')).trackers[0] ?? ''
  const findings = await agreeIfNeeded(journey, site, consent, place)
  const onLoad = [...traffic.copies]
  const surveyed = await surveyAll(journey, site.name)
  const ofServer = new Set(
    traffic.copies.flatMap(({ source, id }) => (source === 'server' ? id : [])),
  )
  site.pixelId ??= traffic.copies.find(({ id, pixelId }) => pixelId && ofServer.has(id))?.pixelId
  const isOurs = (copy: Copy) => isOfPixel(copy, site)
  const views = onLoad.filter((copy) => copy.name === 'PageView' && isOurs(copy))
  const loaded = surveyed.trackers.includes(site.name)
  findings.push(
    ...judgeOthers(
      onLoad.filter((copy) => !isOurs(copy)),
      views,
      site,
      place,
    ),
  )
  if (!loaded || views.every(({ source }) => source === 'browser')) {
    findings.push(diagnose(journey, surveyed, site, place))
    return { findings, survey: surveyed, isTracked: false }
  }
  const isOther = findings.some(({ code }) => code === 'pixel-other')
  const broken = isOther ? [] : judgeCopies(views, site, place)
  findings.push(...broken)
  const count = countEvents(views)
  if (broken.length === 0 && count > 1) {
    findings.push(finding('page-view-twice', place, { count: String(count), when: '' }))
  }
  const early = onLoad.find((copy) => isOfVisitor(copy, site))
  if (early) findings.push(finding('event-on-load', place, { event: early.name }))
  for (const host of surveyed.frames) findings.push(finding('form-framed', place, { host }))
  if (broken.length === 0 && count === 1)
    findings.push(...(await followLinks(journey, site, target, place)))
  return {
    findings,
    survey: surveyed,
    isTracked: broken.every(({ code }) => code === 'copy-missing'),
  }
}

/** If other code has started its pixel first, the tracker starts none, and its calls go there. */
function judgeOthers(others: Copy[], views: Copy[], site: Site, place: Place): Finding[] {
  const [first] = others
  if (!first) return []
  const isLost = views.every(({ source }) => source === 'server')
  const instead = isLost ? others.find(({ id }) => views.some((view) => view.id === id)) : undefined
  const { name: event, pixelId: found = '' } = instead ?? first
  return instead
    ? [finding('pixel-other', place, { found, pixelId: site.pixelId ?? '' })]
    : [finding('pixel-second', place, { event, found })]
}

async function agreeIfNeeded(
  journey: Journey,
  site: Site,
  consent: Consent,
  place: Place,
): Promise<Finding[]> {
  const { traffic, page } = journey
  const isSilent = (): boolean => !traffic.copies.some(({ source }) => source === 'server')
  if (consent.waits === false) return []
  const findings: Finding[] = []
  if (consent.waits) {
    const [sent] = traffic.copies
    const [stored] = await listStored(journey)
    const what = sent ? `sends ${sent.name}` : stored && `stores ${stored}`
    if (what) findings.push(finding('consent-ignored', place, { what }))
  } else if (!isSilent()) return []
  const hasTracker = await hasGlobal(page, site.name)
  if (!hasTracker || (consent.waits && !isSilent())) return findings
  const how = await agree(journey, site.name)
  await settle(journey, { until: () => !isSilent(), maxMs: 3000 })
  await settle(journey, { maxMs: 1500 })
  if (isSilent()) return findings
  consent.waits = true
  if (how === 'api') findings.push(finding('consent-unasked', {}, { name: site.name }))
  return findings
}

function hasGlobal(page: Page, name: string): Promise<boolean> {
  return page
    .evaluate(
      (key) =>
        typeof (self as unknown as Record<string, { track?: unknown }>)[key]?.track === 'function',
      name,
    )
    .catch(() => false)
}

/** Includes the forms that a tab, a dialog or a menu shows. */
async function surveyAll(journey: Journey, name: string): Promise<Survey> {
  const { page } = journey
  const first = await survey(page, name)
  const known = new Set(first.forms.map(({ signature }) => signature))
  for await (const _ of clickOpeners(journey, 500)) {
    const { forms } = await survey(page, name).catch(() => ({ forms: [] }))
    for (const form of forms) {
      if (known.has(form.signature)) continue
      known.add(form.signature)
      first.forms.push(form)
    }
  }
  return first
}

/** Finds the first cause for which a page sends nothing. */
function diagnose(
  { traffic, violations, errors, lines }: Journey,
  { scripts, trackers }: Survey,
  { name, endpoint }: Site,
  place: Place,
): Finding {
  const script = scripts.find(({ isNoscript }) => !isNoscript)
  const [any] = scripts
  if (!any) return finding('tracker-absent', place, { name })
  if (!script) return finding('tracker-noscript', place, {})
  const { url, type } = script
  const violation = violations.find((each) => [url, endpoint].includes(each.url.split('?')[0]!))
  if (violation) {
    const { directive } = violation
    const { origin } = new URL(violation.url)
    return finding('csp-blocks', place, { url: violation.url, directive, origin })
  }
  const reason = traffic.failed.get(url)
  if (reason !== undefined) return finding('tracker-failed', place, { url, reason })
  const isRun = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type)
  if (!isRun) return finding('tracker-not-run', place, { type })
  const error = errors.find((each) => each.includes(url))
  if (error) return finding('tracker-throws', place, { message: error.split('\n')[0]! })
  if (trackers.length > 0 && !trackers.includes(name)) {
    return finding('tracker-renamed', place, { found: trackers[0]!, name })
  }
  const line = lines.find((each) => each.includes('sends no events'))
  return line ? finding('tracker-preview', place, { line }) : finding('tracker-silent', place, {})
}

/** Different kinds of links, since routers treat them alike. */
const MAX_LINKS = 2

/** Clicks links of the page. If the document stays, the new page must count once. */
async function followLinks(
  journey: Journey,
  site: Site,
  { origin }: Target,
  place: Place,
): Promise<Finding[]> {
  const { page } = journey
  const start = new URL(page.url()).pathname
  const links = page.locator('a[href]:not([target], [download])').filter({ visible: true })
  const paths: string[] = []
  const findings: Finding[] = []
  for (const link of (await links.all()).slice(0, 30)) {
    if (paths.length === MAX_LINKS) break
    const href = await link
      .evaluate((element) => (element as HTMLAnchorElement).href)
      .catch(() => '')
    const { pathname = start, origin: linked } = URL.canParse(href)
      ? new URL(href)
      : ({} as Partial<URL>)
    if (
      linked !== origin ||
      pathname === start ||
      paths.includes(pathname) ||
      /\.(?!html?$)\w{1,5}$/.test(pathname)
    )
      continue
    paths.push(pathname)
    await page.evaluate(() => Object.assign(self, { isSameDocument: true })).catch(() => {})
    const count = await countViews(journey, site, () => link.click({ timeout: 2000 }))
    const isSoft = await page.evaluate(() => 'isSameDocument' in self).catch(() => false)
    const isMoved = new URL(page.url()).pathname !== start
    // A page that is loaded is visited by itself.
    if (!isSoft) break
    if (!isMoved) continue
    if (count === 0) findings.push(finding('route-silent', place, { path: pathname }))
    if (count > 1)
      findings.push(finding('route-twice', place, { path: pathname, count: String(count) }))
    // Its page view must not count for the next link.
    await countViews(journey, site, () => page.goBack())
  }
  return findings
}

/** How long a page may be busy before its page view, in milliseconds. */
const BUSY_MS = 10_000

/** Returns how many page views follow an action. */
async function countViews(
  journey: Journey,
  site: Site,
  act: () => Promise<unknown>,
): Promise<number> {
  const { page, traffic } = journey
  const { copies } = traffic
  const before = copies.length
  // The second copy of an event can be late.
  const known = new Set(copies.flatMap(({ id }) => id ?? []))
  await act().catch(() => {})
  const views = () =>
    copies
      .slice(before)
      .filter(({ id }) => id === undefined || !known.has(id))
      .filter((copy) => copy.name === 'PageView' && isOfPixel(copy, site))
  const wait = () => settle(journey, { until: () => views().length > 0, maxMs: 1500 })
  await wait()
  if (views().length === 0) {
    // Long tasks of the page delay the tracker's timer, and this one.
    const timer = page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await Promise.race([timer, sleep(BUSY_MS, undefined, { ref: false })]).catch(() => {})
    await wait()
  }
  await settle(journey, { maxMs: 3000 })
  return countEvents(views())
}

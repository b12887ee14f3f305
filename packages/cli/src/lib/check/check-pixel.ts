import type { Finding } from '@conversion-capi/content'
import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import { type Place, showName } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { EXAMPLE_PIXEL_ID } from '../project/site-options.ts'
import { findKnownScripts, type KnownScript, platformOf } from '../site/known-scripts.ts'
import { attribute, codeOf, imageUrls, sourceOf } from '../site/elements.ts'
import { isPart } from '../site/page-roles.ts'
import type { Page } from '../site/page.ts'
import { isPixelCall } from '../site/script/parse-script.ts'
import { isStaticObject, type StaticValue } from '../site/script/static-value.ts'
import { type CheckedPage, type PageCall, placeOf, scriptsOfPage, type Site } from '../site/site.ts'
import { finding } from './check-rules.ts'

export function* checkPixel(checked: CheckedPage): Generator<Finding> {
  const { site, page, calls } = checked
  const inits = calls.filter((call) => isPixelCall(call, 'init') && !isOfLibrary(call))
  yield* checkPixelIds(checked, inits)
  for (const { place } of inits.slice(1)) yield finding('pixel-init-twice', place, {})
  yield* checkPageViews(checked)
  for (const call of calls) {
    const { place, args, isOnVisit } = call
    const isTracker = isOnVisit && call.isTrack
    const { event, options } = isTracker ? { event: args[0] } : pixelEvent(call)
    if (event === 'PageView' || hasEventId(options) || isOfLibrary(call)) continue
    if (!EVENT_NAMES.some((name) => name === event)) continue
    const name = showName(String(event))
    const senders = sendersOf(site).get(String(event)) ?? new Map<Page, boolean>()
    const other = [...senders.keys()].find(
      (each) => each !== page && (!isTracker || senders.get(each)),
    )
    const values = { event: name, name: site.tracker.name }
    if (!isTracker && senders.has(page)) yield finding('pixel-event-twice', place, values)
    else if (isOnVisit && other) {
      yield finding('pixel-lead-visit', place, { event: name, page: other.path })
    } else if (!isTracker) yield finding('pixel-event-only', place, values)
  }
  yield* findOtherPixels(page, [site.tracker.platform].flat())
  yield* checkSettings(checked, inits[0]?.place)
  if (isWithoutPixel(site, page) && site.pages.some((other) => !isWithoutPixel(site, other))) {
    yield finding('pixel-missing', { file: page.file }, {})
  }
}

const PIXEL_SETTINGS = ['advancedMatching', 'limitedDataUse', 'autoConfig'] as const

/** The tracker changes only the pixel that it loads, not one that the page initializes itself at `own`. */
function* checkSettings(
  { site, page, trackers }: CheckedPage,
  own: Place | undefined,
): Generator<Finding> {
  const setting = PIXEL_SETTINGS.find((name) => site.tracker.pixel?.[name] !== undefined)
  if (own && setting) yield finding('pixel-setting', own, { setting })
  for (const element of trackers) {
    const name = PIXEL_SETTINGS.find((each) => attribute(element, toData(each)) !== undefined)
    if (!name || (!own && attribute(element, 'dataPixel') !== undefined)) continue
    yield finding('pixel-setting', placeOf(page, element), { setting: name })
  }
}

/** Returns the name that the HTML parser gives to an attribute, e.g. `dataAutoConfig`. */
function toData(setting: string): string {
  return `data${setting[0]!.toUpperCase()}${setting.slice(1)}`
}

function isWithoutPixel(site: Site, page: Page): boolean {
  if (isPart(page, site.frames) || site.tracker.pixel) return false
  const calls = scriptsOfPage(site, page).flatMap((script) => script.calls)
  return !(
    calls.some((call) => isPixelCall(call, 'init')) ||
    page.elements.some(
      (element) =>
        attribute(element, 'dataPixel') !== undefined ||
        loadsScriptOf(element, 'connect.facebook.net') ||
        loadsScriptOf(element, 'googletagmanager.com'),
    )
  )
}

/** Returns whether an element is a script from a hostname, or contains the code that loads it. */
export function loadsScriptOf(element: Element, host: string): boolean {
  const source = codeOf(element) + (attribute(element, 'src') ?? '')
  return element.tagName === 'script' && source.includes(host)
}

function pixelEvent(call: PageCall): { event?: StaticValue; options?: StaticValue } {
  const [, first, second, third, fourth] = call.args
  if (isPixelCall(call, 'track')) return { event: first, options: third }
  // The second argument is the id of the pixel.
  return isPixelCall(call, 'trackSingle') ? { event: second, options: fourth } : {}
}

/** Returns whether a call is in a function of a minified file. What a library sends, its own settings decide. */
function isOfLibrary({ script, isTopLevel }: PageCall): boolean {
  return script.isMinified && !isTopLevel
}

function hasEventId(options: StaticValue): boolean {
  // Options that are known only in the browser can contain an event ID.
  return options !== undefined && !(isStaticObject(options) && !options.entries.has('eventID'))
}

function* checkPixelIds({ site, page }: CheckedPage, inits: PageCall[]): Generator<Finding> {
  const expected = site.pixelId
  if (expected === undefined || expected === EXAMPLE_PIXEL_ID) return
  const used = inits.flatMap(({ args: [, id], place }) =>
    typeof id === 'string' || typeof id === 'number' ? [{ id: String(id), place }] : [],
  )
  for (const element of page.elements) {
    const place = placeOf(page, element)
    const [id] = (attribute(element, 'dataPixel') ?? '').split(' ')
    if (element.tagName === 'script' && id) used.push({ id, place })
    // The image for visitors without JavaScript.
    for (const url of imageUrls(element)) {
      const [, imageId] = /facebook\.com\/tr\/?\?(?:.*&)?id=(\d+)/.exec(url) ?? []
      if (imageId) used.push({ id: imageId, place })
    }
  }
  for (const { id, place } of used) {
    if (id === expected) continue
    const found = /^\d{1,20}$/.test(id) ? id : '(not shown)'
    yield finding('pixel-id', place, { found, expected })
  }
}

/** The tracker sends the page view. Another one when the page loads, by the pixel or by the tracker, counts twice. */
function* checkPageViews({ site, trackers, calls }: CheckedPage): Generator<Finding> {
  const isOff = trackers.some((element) => attribute(element, 'dataPageView') === 'false')
  if (trackers.length === 0 || isOff || site.tracker.pageView === false) return
  for (const call of calls) {
    const isPixel = pixelEvent(call).event === 'PageView' && !isOfLibrary(call)
    const isTracker = call.isTrack && call.args[0] === 'PageView' && call.isTopLevel
    if (isPixel || isTracker) yield finding('page-view-twice', call.place, {})
  }
}

const senders = new WeakMap<Site, Map<string, Map<Page, boolean>>>()

/** Returns the pages on which the tracker sends each event, and whether visitors cause it: by a form, not by a visit. */
function sendersOf(site: Site): Map<string, Map<Page, boolean>> {
  const known = senders.get(site)
  if (known) return known
  const found = new Map<string, Map<Page, boolean>>()
  const add = (page: Page, event: unknown, isCaused: boolean): void => {
    if (typeof event !== 'string') return
    const pages = found.get(event) ?? new Map<Page, boolean>()
    found.set(event, pages.set(page, isCaused || pages.get(page) === true))
  }
  for (const page of site.pages) {
    for (const element of page.elements) add(page, attribute(element, 'dataTrack'), true)
    const isLead = page.forms.some(({ purpose }) => purpose === 'lead')
    if ([site.tracker.platform ?? []].flat().length > 0 && isLead) add(page, 'Lead', true)
    for (const { calls } of scriptsOfPage(site, page)) {
      for (const { path, args, isOnVisit } of calls) {
        if (path.join('.') === `${site.tracker.name}.track`) add(page, args[0], !isOnVisit)
      }
    }
  }
  senders.set(site, found)
  return found
}

/**
 * Finds tag managers and plugins that send events to the pixel in code that is not in the page, and forms in frames of
 * other sites, except those of the platforms that the tracker tracks.
 */
export function* findOtherPixels(
  page: Page,
  tracked: readonly (string | undefined)[] = [],
): Generator<Finding> {
  const manager = page.elements.find((each) => loadsScriptOf(each, 'googletagmanager.com/gtm.js'))
  if (manager) yield finding('tag-manager', placeOf(page, manager), {})
  yield* findOneClick(page)
  for (const { script, element } of findKnownScripts(page.elements)) {
    const { name, sends, setting } = script
    const place = placeOf(page, element)
    if (sends && setting) yield finding('pixel-plugin', place, { name, sends, setting })
    else yield* checkEmbed(script, place, tracked)
  }
}

/** Finds a form or calendar of another company that the tracker cannot see, or does not track yet. */
export function* checkEmbed(
  script: KnownScript,
  place: Place,
  tracked: readonly (string | undefined)[],
): Generator<Finding> {
  const { name } = script
  const platform = platformOf(script)
  if (!platform) yield finding('lead-elsewhere', place, { name })
  else if (!tracked.includes(platform)) yield finding('lead-widget', place, { name, platform })
}

/**
 * Finds the call that lets Meta send server copies of the pixel's events. The code of the WooCommerce plugin always contains
 * the call, and runs it if its setting `capig` is `true`.
 *
 * @see https://github.com/facebook/facebook-for-woocommerce (tests: FacebookCommercePixelCapigTest)
 * @see https://github.com/facebookincubator/Facebook-Pixel-for-Wordpress (save_capig, on by default)
 */
function* findOneClick(page: Page): Generator<Finding> {
  const sources = page.elements.map(sourceOf)
  const index = sources.findIndex((source) => /['"]optinMetaEnabledCapi['"]/.test(source))
  const code = sources.join('\n')
  if (index < 0 || /\bcapig['"]?\s*:\s*false\b/.test(code)) return
  const isPlugin =
    /\bcapig\b|\bFacebookSignals?\b|['"]agent['"],\s*['"](?:woocommerce|wordpress)-/.test(code)
  const by = isPlugin ? ', by a plugin of Meta,' : ''
  const off = isPlugin ? 'Turn it off in the plugin' : 'Remove the call "optinMetaEnabledCapi"'
  yield finding('one-click', placeOf(page, page.elements[index]!), { by, off })
}

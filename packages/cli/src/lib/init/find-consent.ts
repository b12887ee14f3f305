import { lineAt, tryCall } from '@conversion-capi/meta/terminal'
import type { Element } from 'hast'

import { type ConsentPlatform, findConsentPlatform } from '../check/find-consent-platform.ts'
import { attribute, codeOf, lineOf, sourceOf, timingOf } from '../site/elements.ts'
import type { Page } from '../site/page.ts'
import { isPixelCall, parseScript } from '../site/script/parse-script.ts'
import { removePageViews } from './edits/remove-page-views.ts'
import type { FoundValue } from './answers.ts'
import { CONSENT_SCRIPTS } from './consent-scripts.generated.ts'

/**
 * Finds what shows that a page asks for consent before it tracks: a consent platform, or a pixel that does not run by
 * itself. Whatever holds the pixel back must hold the tracker back.
 */
export function findConsent({ elements, scripts }: Page, html: string): FoundValue | undefined {
  const platform = findConsentPlatform(elements, scripts)
  if (platform) {
    const { name, element, line } = platform
    return { value: 'wait', tag: element ? `the script of ${name}` : name, line }
  }
  for (const element of elements) {
    const tag = findHeldPixel(element, html)
    if (tag !== undefined) return { value: 'wait', tag, line: lineOf(element) }
  }
  const service = scripts.some(isPixelLoaded)
    ? undefined
    : elements.find((each) => PIXEL_SERVICE.test(withoutComments(sourceOf(each))))
  return service && { value: 'wait', tag: SERVICE_TAG, line: lineOf(service) }
}

export function findPixelService(code: string): FoundValue | undefined {
  const text = withoutComments(code)
  const { index } = PIXEL_SERVICE.exec(text) ?? {}
  if (index === undefined || PIXEL.test(text)) return undefined
  return { value: 'wait', tag: SERVICE_TAG, line: lineAt(text, index) }
}

const SERVICE_TAG = "a list of services with Meta's pixel"

/** The services of tarteaucitron 1.34 and its forks, and the names that others show to visitors. */
const PIXEL_SERVICE = /\bfacebookpixel(?:Id)?\b|["'`](?:facebook|meta)[ _-]?pixel["'`]/i
const PIXEL = /\bfbq\b|\bfbevents\.js\b/
export const INIT = /\bfbq\s*\(\s*['"]init['"]/

/** Keeps the number of lines. */
function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*/g, (text) =>
    text.replaceAll(/[^\n]/g, ''),
  )
}

export function isPixelLoaded({ calls }: Page['scripts'][number]): boolean {
  return calls.some((call) => call.isTopLevel && isPixelCall(call, 'init'))
}

function findHeldPixel(element: Element, html: string): string | undefined {
  const { tagName, position, properties } = element
  if (tagName === 'template') {
    const content = html.slice(position?.start.offset, position?.end.offset)
    return position && PIXEL.test(content) ? "Meta's pixel in a <template>" : undefined
  }
  if (tagName !== 'script') return undefined
  const code = codeOf(element)
  const isHeldBack = isHeld(element)
  if (isHeldBack && PIXEL.test(code + attribute(element, 'src'))) return HELD_TAG
  // A script without `src` gets it from another attribute, such as `data-src`.
  const isNamed = Object.entries(properties).some(
    ([name, value]) => name !== 'src' && typeof value === 'string' && PIXEL.test(value),
  )
  if (isNamed && !isDelayed(element)) return HELD_TAG
  if (!code.includes('fbq')) return undefined
  const isRevoked = /\bfbq\(\s*['"]consent['"]\s*,\s*['"]revoke/.test(code)
  const isGated = isRevoked || removePageViews(code, { isHeld: isHeldBack }).hasGated
  return isGated ? HELD_TAG : undefined
}

const HELD_TAG = 'a pixel that waits'

/**
 * Returns whether something other than the browser decides when a script runs the pixel: a consent platform, or a
 * function of the page. Not if it is only delayed, to load the page sooner.
 */
export function isHeld(element: Element): boolean {
  if (element.tagName !== 'script' || isDelayed(element)) return false
  if (timingOf(element) === undefined) return !/\bjson\b/.test(String(element.properties['type']))
  const code = codeOf(element)
  if (!INIT.test(code) || isDelay(code)) return false
  const calls = tryCall(() => parseScript(code))?.calls ?? []
  const inits = calls.filter((call) => isPixelCall(call, 'init'))
  return inits.length > 0 && inits.every(({ isTopLevel }) => !isTopLevel)
}

/** Returns whether a plugin delays a script: WP Rocket, LiteSpeed, Cloudflare, NitroPack, Flying Scripts, WP Meteor. */
function isDelayed({ properties }: Element): boolean {
  const { type, dataType } = properties
  const marks = [type, dataType, ...Object.keys(properties)].join(' ')
  return /lazy|delayed|rocket|litespeed|nitropack|wpmeteor|-text\/javascript/i.test(marks)
}

/** Returns whether code runs without a decision of the visitor: in a timer, after loading, or at the first interaction. */
function isDelay(code: string): boolean {
  const isTimed =
    /\b(?:setTimeout|requestIdleCallback|IntersectionObserver|scroll|mousemove|mouseover|touchstart|keydown|pointerdown)\b/
  const isAfterLoad = /\b(?:DOMContentLoaded|onload|ready)\b|['"]load['"]/
  return isTimed.test(code) || (isAfterLoad.test(code) && !/\b(?:on)?click\b/.test(code))
}

/**
 * Returns the script that passes the decision of a consent platform to a tracker. APIs that several platforms have get
 * none: whether their decision is about Meta, only a person knows.
 */
export function findConsentScript(
  platform: ConsentPlatform | undefined,
  tracker: string,
): string | undefined {
  if (!platform?.element) return undefined
  return CONSENT_SCRIPTS[platform.name]?.replaceAll(/\bpolaris\b/g, tracker)
}

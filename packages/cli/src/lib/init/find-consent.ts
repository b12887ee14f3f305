import type { Element } from 'hast'

import { findConsentScript } from '../check/check-consent.ts'
import { lineOf, timingOf } from '../site/page.ts'
import { removePageViews } from './edits/remove-page-views.ts'

/** Finds what shows that a page asks for consent before it tracks: a consent platform, or a pixel that waits. */
export function findConsent(elements: Element[]) {
  const banner = findConsentScript(elements)
  if (banner) return { value: 'wait', tag: `the script of ${banner.name}`, line: banner.line }
  for (const element of elements) {
    const [code] = element.children
    if (element.tagName !== 'script' || code?.type !== 'text' || !code.value.includes('fbq'))
      continue
    const isRevoked = /\bfbq\(\s*['"]consent['"]\s*,\s*['"]revoke/.test(code.value)
    const { hasGated } = removePageViews(code.value, { isHeld: isHeld(element) })
    if (!hasGated && !isRevoked) continue
    return { value: 'wait', tag: 'a pixel that waits', line: lineOf(element) }
  }
  return undefined
}

/** Returns whether a consent platform runs a script after the visitor has agreed. */
export function isHeld(element: Element): boolean {
  const type = String(element.properties['type'] ?? '')
  return (
    timingOf(element) === undefined &&
    /^text\/(?:plain|tracking)$|^javascript\/blocked$/i.test(type)
  )
}

import type { Locator, Page } from 'playwright-core'

import { type Journey, settle, waitForTracker } from './journey.ts'

/**
 * Clicks the visible controls that can show a tab, a dialog or a menu, one after the other, and yields after each. Comes back
 * from those that lead to another page, without yielding.
 *
 * @param maxMs How long a click may take, and what it shows.
 */
export async function* clickOpeners(journey: Journey, maxMs: number): AsyncGenerator<void> {
  const { page, traffic } = journey
  const url = page.url()
  for (const opener of await listOpeners(page)) {
    await opener.click({ timeout: maxMs, noWaitAfter: true }).catch(() => {})
    await settle(journey, { maxMs })
    if (page.url().split('#')[0] === url.split('#')[0]) yield
    else {
      const from = traffic.copies.length
      await page.goto(url).catch(() => {})
      await waitForTracker(journey, from)
    }
  }
}

const OPENERS =
  'button:not([type=submit]), [role=button], [role=tab], summary, a[href^="#"], [aria-haspopup], [aria-controls]'
const MAX_OPENERS = 12

/** A link to what is visible only scrolls. */
async function listOpeners(page: Page): Promise<Locator[]> {
  const all = await page.locator(OPENERS).filter({ visible: true }).all()
  const isOpener = (element: Element): boolean => {
    const id = (element as HTMLAnchorElement).hash?.slice(1)
    return !element.closest('form') && !(id && document.getElementById(id)?.checkVisibility())
  }
  const isAny = await Promise.all(all.map((each) => each.evaluate(isOpener).catch(() => false)))
  return all.filter((_, index) => isAny[index]).slice(0, MAX_OPENERS)
}

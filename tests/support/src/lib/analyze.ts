import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'

export interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** The looks in which pages are checked: on a phone and on a laptop, light and dark. */
export const LOOKS: readonly Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]

/** Together, these tags are WCAG 2.2 at level AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Opens an empty tab in a context of its own. Every document that it shows loads axe-core first: a tab that is used for
 * several pages needs half of the time, because the browser compiles axe-core only once.
 *
 * @returns The tab, for `analyze`. The caller closes its context.
 */
export async function openInLook(browser: Browser, look: Look): Promise<Page> {
  const { width, colorScheme } = look
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  await context.addInitScript({ content: axe.source })
  return context.newPage()
}

/**
 * Runs axe-core with the rules of WCAG 2.2 at level AA in the page that a tab of `openInLook` shows.
 *
 * @returns Each violation as a sentence, and the ids of the rules that passed.
 */
export async function analyze(page: Page): Promise<{ violations: string[]; passed: string[] }> {
  const { violations, passed } = await page.evaluate(async (values) => {
    const results = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: { type: 'tag', values },
      // Otherwise axe-core writes a selector for each element that passes.
      resultTypes: ['violations'],
    })
    return { violations: results.violations, passed: results.passes.map(({ id }) => id) }
  }, TAGS)
  return { violations: violations.flatMap(describeViolation), passed }
}

function describeViolation({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`)
}

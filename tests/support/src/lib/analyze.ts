import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The size and the color scheme of a page. */
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
 * Runs axe-core with the rules of WCAG 2.2 at level AA in an open page.
 *
 * @returns Each violation as a sentence, and the ids of the rules that passed.
 */
export async function analyze(page: Page): Promise<{ violations: string[]; passed: string[] }> {
  await page.evaluate(axe.source)
  const { violations, passes } = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axe }).axe.run({ runOnly: { type: 'tag', values } }),
    TAGS,
  )
  return { violations: violations.flatMap(describeViolation), passed: passes.map(({ id }) => id) }
}

function describeViolation({ id, help, nodes }: axe.Result): string[] {
  return nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`)
}

import type { Browser } from 'playwright-core'

/**
 * Opens the page, and submits its form as a visitor does. The page stays open, because closing it would cancel its
 * requests.
 */
export async function sendLead(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage()
  // Meta's own script is not reachable in tests.
  await page.route(/facebook\.(?:net|com)/, (route) => route.abort())
  await page.goto(url, { waitUntil: 'load' })
  await page.fill('input[type=email]', 'parent@family.example')
  await page.click('form button')
}

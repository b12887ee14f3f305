import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

/** An open live page. */
export interface LivePage {
  page: Page
  /** The rows of the list. */
  rows: Locator
  /** The details of the open row. */
  details: Locator
  /** Opens the row that contains the text. */
  openRow: (text: string) => Promise<void>
  /** Uncaught errors, console errors and violations of the policy. */
  errors: string[]
  /** The origins of all requests. */
  origins: Set<string>
  close: () => Promise<void>
}

/** Opens a live page in a new browser context. */
export async function openLivePage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<LivePage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const errors: string[] = []
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(url)
  const rows = page.locator('.row')
  return {
    page,
    rows,
    errors,
    origins,
    details: page.locator('.details'),
    openRow: (text) => rows.filter({ hasText: text }).first().click(),
    close: () => context.close(),
  }
}

/** Returns the text in the clipboard. */
export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

import type { Browser, Page, Request } from 'playwright-core'

/** A visitor's page, and everything it sent and complained about. */
export interface Visit {
  page: Page
  /** Every request: its URL and body in one text. */
  sent: string[]
  /** Page errors and console errors. */
  errors: string[]
  close: () => Promise<void>
}

/** Opens a page in a fresh profile. Requests whose URL matches `blocked` fail, as with an ad blocker. */
export async function visit(browser: Browser, url: string, blocked?: RegExp): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const sent: string[] = []
  const errors: string[] = []
  page.on('request', (request: Request) =>
    sent.push(`${request.url()} ${request.postData() ?? ''}`),
  )
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  if (blocked) await page.route(blocked, (route) => route.abort('blockedbyclient'))

  await page.goto(url)
  return { page, sent, errors, close: () => context.close() }
}

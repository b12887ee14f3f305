import type { Browser, Page, Request } from 'playwright-core'

export interface Visit {
  page: Page
  /** The URL and body of each request, as one string. */
  sent: string[]
  errors: string[]
  close: () => Promise<void>
}

/** Opens a page in a new browser context. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
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
  await page.goto(url)
  return { page, sent, errors, close: () => context.close() }
}

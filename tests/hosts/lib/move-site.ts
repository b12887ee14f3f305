import type { Page } from 'playwright-core'

/** Lets a page load its scripts as if the site were at its origin: a built tracker is silent on this machine otherwise. */
export async function moveSite(
  page: Page,
  siteUrl: string | RegExp,
  origin: string,
): Promise<void> {
  await page.route(
    (url) => url.origin === origin && url.pathname.endsWith('.js'),
    async (route) => {
      // The test can have ended the server.
      const response = await route.fetch().catch(() => undefined)
      if (!response) return route.abort()
      const script = await response.text()
      await route.fulfill({
        contentType: 'text/javascript',
        body: script.replace(siteUrl, origin),
      })
    },
  )
}

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
      const script = await (await route.fetch()).text()
      await route.fulfill({
        contentType: 'text/javascript',
        body: script.replace(siteUrl, origin),
      })
    },
  )
}

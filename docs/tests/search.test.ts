import { describe, expect, inject, it } from 'vitest'

import { useChromium } from '@conversion-capi/test-support/use-chromium'

const chromium = useChromium()

describe('search', () => {
  it.each([
    ['190', ['/troubleshooting/meta-codes/', '/guides/operating/']],
    ['PageView twice', ['/troubleshooting/symptoms/']],
    ['Netlify', ['/start/netlify/']],
  ])('finds "%s" on %j', async (query, expected) => {
    const page = await chromium.browser.newPage()
    // A click before the script of the search has run opens nothing.
    await page.goto(inject('site'), { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill(query)
    // Results are in order, but each shows its links only once it is loaded.
    const result = page.locator('.pagefind-ui__result').first()
    const first = result.locator('.pagefind-ui__result-link').first()
    const url = new URL((await first.getAttribute('href'))!, inject('site'))
    expect(expected).toContain(url.pathname)
    await first.click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(url.pathname)
    await page.close()
  })
})

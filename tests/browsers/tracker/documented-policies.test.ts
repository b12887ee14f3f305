import { readFile } from 'node:fs/promises'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { buildTracker } from '@conversion-capi/tracker'
import { describe, expect, it } from 'vitest'

import { type OpenSchool, until, useSchools } from './use-schools.ts'

const PAGE = new URL('../../../docs/guides/content-security-policy.md', import.meta.url)
const [OWN_ORIGIN, NONCE, OTHER_ORIGIN, PIXEL, ...others] = [
  ...(await readFile(PAGE, 'utf8')).matchAll(/^```http\nContent-Security-Policy: (.+)\n```/gm),
].map(([, policy]) => policy!)

describe.concurrent('the policies of the page "Content security policy", in Chromium', () => {
  const { open, add } = useSchools()

  it('are all tested', () => {
    expect(PIXEL).toContain('connect.facebook.net')
    expect(others).toEqual([])
  })

  it('allow a script and an endpoint on the own origin', async () => {
    const school = await open({ headers: withPolicy(OWN_ORIGIN!) })
    await school.track('Lead')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('allow a script with a nonce', async () => {
    const school = await open({
      head: '<script src="/polaris.js" nonce="R4nd0m"></script>',
      headers: withPolicy(NONCE!),
    })
    await school.track('Lead')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('allow a script and an endpoint on another origin', async () => {
    const proxy = add('policy-proxy.localhost')
    const endpoint = `${proxy.url}${CONVERSION_PATH}`
    proxy.scripts['/polaris.js'] = buildTracker({ name: 'polaris', endpoint })
    const school = await open({
      head: `<script src="${proxy.url}/polaris.js"></script>`,
      headers: withPolicy(OTHER_ORIGIN!.replaceAll('https://abc.supabase.co', proxy.url)),
    })
    await school.track('Lead')
    await until(() => proxy.posts.length === 2)
    await school.close()
  })

  it('allow the pixel', async () => {
    const school = await openWithPixel(PIXEL!)
    await until(() => school.page.evaluate(() => (window as any).wasSent === true))
    expect(await school.finish(2)).toEqual(['PageView', 'PageView'])
  })

  it('are necessary: a policy without the origin of the pixel is violated', async () => {
    const school = await openWithPixel(PIXEL!.replaceAll('https://connect.facebook.net', ''))
    await until(() => school.errors.length > 0)
    expect(school.errors.join()).toContain('connect.facebook.net')
    await school.context.close()
  })

  /** Opens `/next` of a school, where the tracker loads a stub of the pixel that sends one request. */
  async function openWithPixel(policy: string): Promise<OpenSchool> {
    const school = await open({ options: { pixel: { id: '1234567890' } } })
    await until(() => school.posts.length === 1)
    await school.context.route(/^https:\/\/connect\.facebook\.net\//, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `fetch('https://www.facebook.com/tr/', { mode: 'no-cors' }).then(() => (window.wasSent = true))`,
      }),
    )
    await school.context.route(/^https:\/\/www\.facebook\.com\//, (route) =>
      route.fulfill({ body: '' }),
    )
    Object.assign(school.headers, withPolicy(policy))
    await school.go('/next')
    return school
  }
})

function withPolicy(policy: string): Record<string, string> {
  return { 'Content-Security-Policy': policy }
}

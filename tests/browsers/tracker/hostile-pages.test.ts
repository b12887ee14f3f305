import { createHash } from 'node:crypto'

import { findNameProblem } from '@conversion-capi/core/tracker-name'
import { buildTracker } from '@conversion-capi/tracker'
import { describe, expect, it } from 'vitest'

import { TRACKER_TAG, until, useSchools } from './use-schools.ts'

describe.concurrent('the tracker on hostile pages, in Chromium', () => {
  const { open } = useSchools()

  it('sends events with a strict Content-Security-Policy, Trusted Types and subresource integrity', async () => {
    const script = buildTracker({ name: 'polaris', singlePage: true, declarative: true })
    const digest = createHash('sha384').update(script).digest('base64')
    const violations = `addEventListener('securitypolicyviolation', (event) => console.error('Security Policy', event.violatedDirective))`
    const school = await open({
      options: { singlePage: true, declarative: true },
      head: `<script nonce="once">${violations}</script>
        <script nonce="once" src="/polaris.js" integrity="sha384-${digest}" crossorigin></script>`,
      body: '<button data-track="Lead">Ask</button>',
      headers: {
        'Content-Security-Policy':
          "default-src 'none'; script-src 'nonce-once'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    })
    await school.page.getByRole('button').click()
    await school.page.evaluate(() => history.pushState({}, '', '/physics'))
    expect(await school.finish(3)).toEqual(['Lead', 'PageView', 'PageView'])
  })

  it.each([
    '<form id="polaris"><input name="track"><input name="q"></form>',
    '<a id="polaris"></a><a id="polaris"></a>',
    '<img name="prerendering"><img name="cookie"><img name="referrer"><img name="addEventListener">',
    '<img id="addEventListener"><img id="fbq"><img id="localStorage"><img id="navigator">',
    '<form name="currentScript"></form><form id="q"></form>',
  ])('sends events from a page with %s', async (elements) => {
    const school = await open({ head: '', body: elements + TRACKER_TAG })
    await school.track('Lead')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })

  it('loads the pixel if the page enforces Trusted Types and allows the policy', async () => {
    const school = await open({
      options: { pixel: { id: '1', src: '/fbevents.js' } },
      headers: {
        'Content-Security-Policy':
          "require-trusted-types-for 'script'; trusted-types conversion-capi",
      },
    })
    school.scripts['/fbevents.js'] = 'window.isLoaded = true'
    await school.go('/next')
    await until(() => school.page.evaluate(() => (window as any).isLoaded === true))
    await school.close()
  })

  it('rejects every name that is a read-only property of window', async () => {
    const school = await open({ options: { pageView: false } })
    const names = await school.page.evaluate(() => {
      const names: string[] = []
      for (let object: object = window; object; object = Object.getPrototypeOf(object)) {
        for (const name of Object.getOwnPropertyNames(object)) {
          const { writable, set } = Object.getOwnPropertyDescriptor(object, name)!
          if (!writable && !set) names.push(name)
        }
      }
      return names
    })
    expect(names).toContain('document')
    expect(names.filter((name) => !findNameProblem(name))).toEqual([])
    await school.close()
  })
})

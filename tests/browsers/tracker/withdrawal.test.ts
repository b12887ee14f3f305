import { describe, expect, it } from 'vitest'

import { until, useSchools } from './use-schools.ts'

const FBP = 'fb.1.1596403881668.1116446470'

describe.concurrent('consent(false), in Chromium', () => {
  const { open } = useSchools({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const consent = (decision: boolean) => `window.polaris.consent(${decision})`

  it('stops a page in the back/forward cache and a second tab, even if a pixel has created the cookie again', async () => {
    const school = await open({
      options: { consent: 'wait' },
      body: `<script>addEventListener('pageshow', (event) => (window.isBack = event.persisted))</script>`,
    })
    await school.page.evaluate(consent(true))
    await until(() => school.posts.length === 1)
    const tab = await school.context.newPage()
    await school.go('/next', tab)
    await tab.evaluate(consent(true))
    await until(() => school.posts.length === 2)

    await school.go('/next')
    await school.page.evaluate(consent(false))
    expect(await school.context.cookies()).toEqual([])
    const create = `document.cookie = '_fbp=${FBP};domain=' + location.hostname`
    await school.page.evaluate(create)
    await tab.evaluate("window.polaris.track('Lead', {}, { email: 'anna@school.example' })")
    await school.page.goBack({ waitUntil: 'commit' })
    await until(() => school.page.evaluate(() => (window as any).isBack === true))
    await school.track('Lead')
    await school.catchUp()
    expect(school.posts).toHaveLength(2)
    expect(await school.page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect((await school.context.cookies()).map(({ value }) => value)).toEqual([FBP])
    await school.close()
  })

  it('deletes the cookies with every domain and path that the page can see', async () => {
    const school = await open({ host: 'a.b.withdrawal.localhost' })
    const page = `<!doctype html><title>Deep</title><script src="/polaris.js"></script>`
    school.pages['/courses/physics/lead'] = page
    await school.go('/courses/physics/lead')
    await school.page.evaluate(() => {
      const paths = ['/', '/courses', '/courses/', '/courses/physics/', '/courses/physics/lead']
      for (const path of paths) {
        for (const domain of ['', '.b.withdrawal.localhost', '.withdrawal.localhost']) {
          for (const name of ['_fbp', '_fbc', '_fbc_other']) {
            document.cookie = `${name}=${path}${domain};path=${path};${domain && 'domain=' + domain}`
          }
        }
      }
    })
    const count = () => school.page.evaluate(() => document.cookie.match(/_fb[pc]=/g)?.length)
    expect(await count()).toBeGreaterThanOrEqual(30)
    await school.page.evaluate(consent(false))
    expect(await count()).toBe(undefined)
    await school.close()
  })
})

import { describe, expect, it } from 'vitest'

import { useSchools } from './use-schools.ts'

describe.concurrent('consent(false), in Chromium', () => {
  const { open } = useSchools()

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
    await school.page.evaluate('window.polaris.consent(false)')
    expect(await count()).toBe(undefined)
    await school.close()
  })
})

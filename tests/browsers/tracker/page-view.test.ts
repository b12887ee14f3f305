import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, until, useSchools } from './use-schools.ts'

describe.concurrent('PageView, in Chromium', () => {
  const { open } = useSchools({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const openApp = (setUp?: SchoolSetUp) => open({ ...setUp, options: { singlePage: true } })

  it('is sent again with a new id when the page is restored from the back/forward cache', async () => {
    const school = await open({
      body: `<script>addEventListener('pageshow', (event) => (window.isBack = event.persisted))</script>`,
    })
    await until(() => school.posts.length === 1)
    await school.go('/empty')
    await school.page.goBack({ waitUntil: 'commit' })
    await until(() => school.page.evaluate(() => (window as any).isBack === true))
    await until(() => school.posts.length === 2)
    await school.catchUp()
    const ids = school.events('PageView').map(({ event_id }) => event_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
    await school.close()
  })

  it('is sent for each new URL of a single-page app, but not if the URL does not change', async () => {
    const school = await openApp()
    await until(() => school.posts.length === 1)
    await school.page.evaluate(() => {
      history.pushState({}, '', location.href)
      history.pushState({}, '', '/physics')
      history.replaceState({ scroll: 0 }, '', '/physics')
      history.replaceState({}, '', '/mathematics')
    })
    await until(() => school.posts.length === 3)
    await school.catchUp()
    // Events of one task may arrive in any order.
    expect(paths(school).sort()).toEqual(['/', '/mathematics', '/physics'])
    await school.close()
  })

  it('is sent when the visitor goes back and forward in a single-page app', async () => {
    const school = await openApp()
    await school.page.evaluate(() => history.pushState({}, '', '/physics'))
    await until(() => school.posts.length === 2)
    await school.page.evaluate(() => history.back())
    await until(() => school.posts.length === 3)
    await school.page.evaluate(() => history.forward())
    await until(() => school.posts.length === 4)
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/physics', '/', '/physics'])
    await school.close()
  })

  it('is sent when the fragment changes', async () => {
    const school = await openApp({ body: '<a href="#/physics">Physics</a>' })
    await until(() => school.posts.length === 1)
    await school.page.getByRole('link').click()
    await until(() => school.posts.length === 2)
    await school.page.getByRole('link').click()
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/'])
    await school.close()
  })
})

function paths(school: OpenSchool): string[] {
  return school.events('PageView').map((event) => new URL(event.event_source_url!).pathname)
}

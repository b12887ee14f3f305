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

  it('is sent for the URL that a router shows in the end, but not if the URL does not change', async () => {
    const school = await openApp()
    await until(() => school.posts.length === 1)
    await school.page.evaluate(() => {
      history.pushState({}, '', location.href)
      history.pushState({}, '', '/physics')
      history.replaceState({ scroll: 0 }, '', '/physics')
      history.replaceState({}, '', '/mathematics')
    })
    await until(() => school.posts.length === 2)
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/mathematics'])
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

  it('is sent for links and calls that a router intercepts with the Navigation API', async () => {
    const school = await openApp({
      body: `<a href="/physics">Physics</a><script>
        navigation.addEventListener('navigate', (event) => {
          const handler = () => new Promise((resolve) => setTimeout(resolve))
          if (event.canIntercept) event.intercept({ handler })
        })
      </script>`,
    })
    await school.page.getByRole('link').click()
    await until(() => school.posts.length === 2)
    await school.page.evaluate(() => void (window as any).navigation.navigate('/mathematics'))
    await until(() => school.posts.length === 3)
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/physics', '/mathematics'])
    await school.close()
  })

  it('is not sent for a link to a section, or a script that removes the click ID', async () => {
    const school = await openApp({
      body: '<a href="#pricing">Pricing</a><a href="#/physics">Physics</a>',
    })
    await school.page.getByRole('link').first().click()
    await school.page.evaluate(() => history.back())
    await school.page.evaluate(() => history.replaceState({}, '', '/?fbclid=click'))
    await until(() => school.posts.length === 1)
    await school.page.clock.install()
    await school.page.getByRole('link').last().click()
    await school.page.clock.runFor(1000)
    await until(() => school.posts.length === 2)
    await school.catchUp()
    expect(school.posts).toHaveLength(2)
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

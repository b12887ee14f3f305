import { describe, expect, it } from 'vitest'

import { type School, type SchoolSetUp, until } from './open-school.ts'
import { useSchools } from './use-schools.ts'

describe.concurrent('PageView, in Chromium', { timeout: 60_000 }, () => {
  const { open } = useSchools({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const openApp = (setUp?: SchoolSetUp) => open({ ...setUp, options: { singlePage: true } })

  it('is sent again, as another, when the visitor comes back to a page that was kept', async () => {
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
    expect(school.errors).toEqual([])
    await school.close()
  })

  // Playwright's Chromium only prefetches what speculation rules ask for, so the page is told by script.
  it('waits until a prerendered page is shown, once', async () => {
    const school = await open({
      before: () => {
        Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
      },
    })
    await school.track('ViewContent')
    await school.catchUp()
    expect(school.posts).toEqual([])
    expect(await school.page.evaluate(() => document.cookie + localStorage.length)).toBe('0')

    await school.page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await until(() => school.posts.length === 2)
    await school.catchUp()
    expect(names(school).sort()).toEqual(['PageView', 'ViewContent'])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('is sent for every new address of a single-page app, and for no address twice', async () => {
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
    // Sent within one task, they may arrive in any order.
    expect(paths(school).sort()).toEqual(['/', '/mathematics', '/physics'])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('is sent when the visitor goes back and forward in it', async () => {
    const school = await openApp()
    await school.page.evaluate(() => history.pushState({}, '', '/physics'))
    await until(() => school.posts.length === 2)
    await school.page.evaluate(() => history.back())
    await until(() => school.posts.length === 3)
    await school.page.evaluate(() => history.forward())
    await until(() => school.posts.length === 4)
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/physics', '/', '/physics'])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('is sent when the fragment changes, for routers that live there', async () => {
    const school = await openApp({ body: '<a href="#/physics">Physics</a>' })
    await until(() => school.posts.length === 1)
    await school.page.getByRole('link').click()
    await until(() => school.posts.length === 2)
    await school.page.getByRole('link').click()
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/'])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('leaves history as the page knows it: its errors, its this, its results', async () => {
    const school = await openApp()
    await until(() => school.posts.length === 1)
    const seen = await school.page.evaluate(() => {
      const attempt = (work: () => unknown) => {
        try {
          return String(work())
        } catch (error) {
          return (error as Error).name
        }
      }
      const { pushState } = history
      return [
        attempt(() => history.pushState({}, '', 'https://elsewhere.example/')),
        attempt(() => history.replaceState({}, '', 'http://:0')),
        attempt(() => pushState({}, '', '/lost')),
        attempt(() => history.pushState({ kept: 1 }, '', '/kept')),
        JSON.stringify(history.state),
      ]
    })
    expect(seen).toEqual(['SecurityError', 'SecurityError', 'TypeError', 'undefined', '{"kept":1}'])
    await until(() => school.posts.length === 2)
    await school.catchUp()
    expect(paths(school)).toEqual(['/', '/kept'])
    expect(school.errors).toEqual([])
    await school.close()
  })
})

function names(school: School): string[] {
  return school.events().map(({ event_name }) => event_name)
}

function paths(school: School): string[] {
  return school.events('PageView').map((event) => new URL(event.event_source_url!).pathname)
}

import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, until, useSchools } from './use-schools.ts'

const FORM = `<form data-track="Lead" onsubmit="return false">
  <input type="email" autocomplete="email" value="anna@school.example" />
  <button>Send</button>
</form>`

describe.concurrent('exclude, in Chromium', () => {
  const schools = useSchools()

  /** Opens a school whose pages in `/student` are excluded. */
  async function open(setUp: SchoolSetUp = {}): Promise<OpenSchool> {
    const school = await schools.open({
      ...setUp,
      options: { exclude: ['/student'], ...setUp.options },
    })
    for (const path of ['/student/lessons/1', '/%73tudent/', '/students-of-the-year']) {
      school.pages[path] = school.pages['/']!
    }
    return school
  }

  it('sends, stores and loads nothing on an excluded page', async () => {
    const school = await open({
      options: {
        pixel: { id: '1', src: '/fbevents.js' },
        declarative: true,
        singlePage: true,
        pageView: false,
      },
      body: FORM,
    })
    await school.context.clearCookies()
    school.log.length = 0
    for (const path of ['/student/lessons/1', '/%73tudent/?fbclid=click']) {
      await school.go(path)
      await school.page.getByRole('button').click()
      expect(await school.track('Lead', {}, { email: 'anna@school.example' })).toHaveLength(36)
      await school.page.evaluate(() => {
        history.replaceState({}, '', '#done')
        dispatchEvent(new Event('online'))
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await school.catchUp()
      expect(await school.page.evaluate(() => [localStorage.length, 'fbq' in window])).toEqual([
        0,
        false,
      ])
    }
    expect(school.log.filter((line) => !/catch-up|favicon/.test(line))).toEqual([
      'GET /student/lessons/1',
      'GET /polaris.js',
      'GET /%73tudent/',
      'GET /polaris.js',
    ])
    expect(await school.context.cookies()).toEqual([])
    await school.close()
  })

  it('follows the URL of a single-page app', async () => {
    const school = await open({ options: { singlePage: true } })
    await until(() => school.posts.length === 1)
    await school.page.evaluate(() => {
      history.pushState({}, '', '/student/lessons/1')
      ;(window as any).polaris.track('Lead')
      history.pushState({}, '', '/courses')
    })
    await until(() => school.posts.length === 2)
    await school.page.evaluate(() => history.back())
    await school.page.waitForURL('**/student/lessons/1')
    await school.track('Lead')
    await school.catchUp()
    expect(
      school
        .events()
        .map((event) => `${event.event_name} ${new URL(event.event_source_url!).pathname}`),
    ).toEqual(['PageView /', 'PageView /courses'])
    await school.close()
  })
})

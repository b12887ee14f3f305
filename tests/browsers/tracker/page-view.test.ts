import { describe, expect, it } from 'vitest'

import { type OpenSchool, type SchoolSetUp, until, useSchools } from './use-schools.ts'

describe.concurrent('PageView, in Chromium', () => {
  const { open } = useSchools()
  const openApp = (setUp?: SchoolSetUp) => open({ ...setUp, options: { singlePage: true } })

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

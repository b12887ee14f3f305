import { describe, expect, it } from 'vitest'

import { reply } from './school-server.ts'
import { type SchoolSetUp, until, useSchools } from './use-schools.ts'

// Only a browser shows these. The other rules of the retry are tested next to the tracker.
describe.concurrent('retry, in Chromium', () => {
  const schools = useSchools()
  const open = (setUp: SchoolSetUp = {}) =>
    schools.open({ ...setUp, options: { pageView: false, ...setUp.options } })

  it('sends an event with the same event ID on the next page after a 500', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 500) })
    await school.track('Lead', { value: 1 }, { email: 'anna@school.example' })
    await until(async () => (await school.stored()).length === 1)
    school.onPost = ({ response }) => reply(response, 200)
    await school.go('/next')
    // The event stays stored until the page has read the response.
    await until(async () => (await school.stored()).length === 0)
    await school.go('/')
    await school.catchUp()
    expect(school.posts).toHaveLength(2)
    expect(school.posts[1]!.body).toBe(school.posts[0]!.body)
    expect(await school.stored()).toEqual([])
    await school.close()
  })

  it('frees the connections to an endpoint that never responds after the timeout, and stores the events', async () => {
    const school = await open({
      onPost: () => {},
      before: () => {
        const timeouts: AbortController[] = []
        AbortSignal.timeout = () => {
          const timeout = new AbortController()
          timeouts.push(timeout)
          return timeout.signal
        }
        Object.assign(window, {
          endTimeouts: () =>
            timeouts.forEach((each) => each.abort(new DOMException('', 'TimeoutError'))),
        })
      },
    })
    await school.page.evaluate(() => {
      for (let n = 0; n < 12; n++) (window as any).polaris.track('Lead')
    })
    await until(() => school.posts.length === 6)
    await school.page.evaluate(() => (window as any).endTimeouts())
    await school.catchUp()
    await until(async () => (await school.stored()).length === 12)
    await school.close()
  })
})

import { buildTracker } from '@conversion-capi/tracker'
import { describe, expect, it } from 'vitest'

import { type PostedEvent, reply } from './school-server.ts'
import { TRACKER_TAG, type SchoolSetUp, until, useSchools } from './use-schools.ts'

const HOUR = 3_600_000
const ENDPOINT = /conversion-capi/

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

  it('stops after five attempts', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 200, { ok: false }) })
    await school.track('Lead')
    for (let attempts = 1; attempts <= 5; attempts++) {
      await until(() => school.posts.length === attempts)
      await until(async () => (await school.stored()).length === (attempts < 5 ? 1 : 0))
      await school.go('/next')
    }
    await school.go('/')
    await school.catchUp()
    expect(school.posts).toHaveLength(5)
    expect(new Set(school.events().map(({ event_id }) => event_id)).size).toBe(1)
    await school.close()
  })

  it('starts when the browser is online again', async () => {
    const school = await open()
    await school.context.setOffline(true)
    const eventId = await school.track('Lead')
    await until(async () => (await school.stored()).length === 1)
    expect(school.posts).toEqual([])
    await school.context.setOffline(false)
    await until(() => school.posts.length === 1)
    await until(async () => (await school.stored()).length === 0)
    expect(school.events()).toMatchObject([{ event_id: eventId }])
    await school.close()
  })

  it.each([
    [23, 1],
    [25, 0],
  ])('ends after 24 hours: %i hours later, sends %i events', async (hours, count) => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    await school.track('Lead')
    await until(async () => (await school.stored()).length === 1)
    school.posts.length = 0
    await school.page.evaluate((age) => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('polaris@'))!
      const [name, since, id] = key.split('@')
      localStorage[`${name}@${Number(since) - age}@${id}`] = localStorage[key]
      delete localStorage[key]
    }, hours * HOUR)
    school.onPost = ({ response }) => reply(response, 200)
    await school.go('/next')
    await school.track('Schedule')
    await until(() => school.events('Schedule').length === 1)
    await school.catchUp()
    expect(school.events('Lead')).toHaveLength(count)
    await school.close()
  })

  it('sends at most one stored event per page, and stores at most 20, if requests are blocked', async () => {
    const school = await open({ head: '' })
    await school.page.route(ENDPOINT, (route) => route.abort('blockedbyclient'))
    let requests = 0
    school.page.on('request', (request) => void (ENDPOINT.test(request.url()) && requests++))
    school.pages['/'] = `<!doctype html>${TRACKER_TAG}`
    school.scripts['/polaris.js'] = buildTracker({ name: 'polaris' })

    const counts: number[] = []
    for (let page = 0; page < 50; page++) {
      const before = requests
      await school.go('/')
      await until(() => requests > before)
      await school.catchUp()
      expect((await school.stored()).length).toBeLessThanOrEqual(20)
      counts.push(requests - before)
    }
    // The page's own event and at most one stored event.
    expect(Math.max(...counts)).toBe(2)
    expect(school.posts).toEqual([])
    await school.close()
  })

  it('sends only the stored events of the tracker with the same name', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    await school.track('Lead')
    await until(async () => (await school.stored()).length === 1)
    school.posts.length = 0
    school.onPost = ({ response }) => reply(response, 200)
    school.pages['/vega'] = '<script src="/vega.js"></script>'
    school.scripts['/vega.js'] = buildTracker({ name: 'vega' })
    await school.go('/vega')
    await until(() => school.events('PageView').length === 1)
    await school.catchUp()
    expect(school.events('Lead')).toEqual([])
    expect(await school.stored()).toHaveLength(1)
    await school.close()
  })

  it('runs in only one of two tabs', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    await school.track('Lead')
    await until(async () => (await school.stored()).length === 1)
    school.posts.length = 0
    const late: PostedEvent[] = []
    school.onPost = (post) => void late.push(post)
    await school.go('/next')
    await until(() => late.length === 1)
    const tab = await school.context.newPage()
    await school.go('/next', tab)
    await tab.evaluate(() => fetch('/catch-up'))
    for (const { response } of late) reply(response, 200)
    await school.catchUp()
    expect(school.posts).toHaveLength(1)
    await school.close()
  })

  it('skips an event that failed while local storage was full', async () => {
    const school = await open({
      onPost: ({ response }) => reply(response, 503),
      before: () => {
        for (let size = 5_300_000; size >= 1; size = Math.floor(size / 2)) {
          try {
            for (let n = 0; n < 2; n++) localStorage[`${size} ${n}`] = 'x'.repeat(size)
          } catch {}
        }
      },
    })
    await school.track('Lead')
    await until(() => school.posts.length === 1)
    await school.catchUp()
    expect(await school.stored()).toEqual([])
    school.onPost = ({ response }) => reply(response, 200)
    await school.track('Schedule')
    await until(() => school.events('Schedule').length === 1)
    await school.close()
  })

  it('keeps all events stored if the visitor leaves the page before the response to a retry', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    const ids = await school.page.evaluate(() =>
      Array.from({ length: 20 }, () => (window as any).polaris.track('Lead') as string),
    )
    await until(async () => (await school.stored()).length === 20)
    school.posts.length = 0
    const pending: PostedEvent[] = []
    school.onPost = (post) => void pending.push(post)
    await school.go('/next')
    await until(() => pending.length === 1)
    await school.go('/empty')
    for (const { response } of pending) reply(response, 503)
    await school.catchUp()
    const stored = await school.stored()
    expect(stored.map(({ event_id }) => event_id).sort()).toEqual(ids.sort())

    school.onPost = ({ response }) => reply(response, 200)
    await school.go('/next')
    await until(async () => (await school.stored()).length === 0)
    expect(new Set(school.events('Lead').map(({ event_id }) => event_id))).toEqual(new Set(ids))
    await school.close()
  })

  it('keeps the events of two tabs that fail at the same time', async () => {
    const school = await open({ onPost: ({ response }) => reply(response, 503) })
    const tab = await school.context.newPage()
    await school.go('/next', tab)
    const track = () =>
      Array.from({ length: 10 }, () => (window as any).polaris.track('Lead') as string)
    const ids = await Promise.all([school.page.evaluate(track), tab.evaluate(track)])
    await until(async () => (await school.stored()).length === 20)
    const stored = await school.stored()
    expect(stored.map(({ event_id }) => event_id).sort()).toEqual(ids.flat().sort())
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

  it.each(['not JSON', '[1,null]', '[[null]]'])(
    'deletes malformed entries, and stores new events: %s',
    async (text) => {
      const school = await open()
      await school.page.evaluate((text) => {
        localStorage['polaris'] = text
        localStorage[`polaris@${Date.now()}@id`] = text
      }, text)
      school.onPost = ({ response }) => reply(response, 503)
      await school.go('/next')
      const eventId = await school.track('Lead')
      await until(async () => (await school.stored()).length === 1)
      expect(await school.stored()).toMatchObject([{ event_id: eventId }])
      await school.close()
    },
  )
})

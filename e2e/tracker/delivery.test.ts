import type { EventName } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { type School, until } from './open-school.ts'
import { type Post, reply } from './start-schools.ts'
import { useSchools } from './use-schools.ts'

const LINK = `<a href="/next" onclick="polaris.track('Lead')">Enrol</a>`

describe.concurrent('delivery, in Chromium', { timeout: 60_000 }, () => {
  const { open, add } = useSchools()

  it('does not delay the next page, and arrives although the answer comes after it', async () => {
    const late: Post[] = []
    const school = await open({ body: LINK, answer: (post) => void late.push(post) })
    await school.page.getByRole('link').click()
    await school.page.waitForURL('**/next')
    await until(() => school.events('Lead').length === 1)
    for (const { response } of late) reply(response, 200)
    await school.catchUp()
    expect(school.events('Lead')).toHaveLength(1)
    expect(await school.stored()).toEqual([])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('arrives at another origin although its preflight is answered after the page has gone', async () => {
    const proxy = add('proxy.localhost')
    const preflights: (() => void)[] = []
    const allow = proxy.preflight
    proxy.preflight = (response) => {
      preflights.push(() => allow(response))
    }
    const school = await open({
      body: LINK,
      options: { endpoint: `${proxy.url}/functions/v1/conversion-capi`, pageView: false },
    })
    await school.page.getByRole('link').click()
    await school.page.waitForURL('**/next')
    await until(() => preflights.length > 0)
    expect(proxy.posts).toHaveLength(0)
    setTimeout(() => preflights.forEach((allow) => allow()), 500)
    await until(() => proxy.posts.length === 1)
    expect(proxy.posts[0]!.event.event_name).toBe('Lead')
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('arrives when it is sent as the page goes', async () => {
    const school = await open({
      body: `<script>addEventListener('pagehide', () => polaris.track('Lead', {}, { email: 'anna@school.example' }))</script>`,
    })
    await school.go('/empty')
    await until(() => school.events('Lead').length === 1)
    expect(school.events('Lead')[0]!.user_data!.em).toMatch(/^[\da-f]{64}$/)
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('arrives when the tab is closed', async () => {
    const school = await open()
    await school.page.evaluate(() => {
      addEventListener('pagehide', () => (window as any).polaris.track('Lead'))
    })
    await school.page.close({ runBeforeUnload: true })
    await until(() => school.events('Lead').length > 0)
    expect(idsOf(school, 'Lead')).toHaveLength(1)
    await school.close()
  })

  it('is one request when the page goes while it is under way', async () => {
    const held: Post[] = []
    const school = await open({
      answer: (post) =>
        post.event.event_name === 'Lead' ? void held.push(post) : reply(post.response, 200),
    })
    const eventId = await school.track('Lead')
    await until(() => held.length === 1)
    await school.go('/next')
    await school.go('/')
    await until(() => school.events('PageView').length === 3)
    for (const { response } of held) reply(response, 200)
    await school.catchUp()
    expect(school.events('Lead').map(({ event_id }) => event_id)).toEqual([eventId])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('arrives once each when 15 happen in a row and the visitor leaves', async () => {
    const school = await open({
      answer: ({ response }) => void setTimeout(() => reply(response, 200), 400),
    })
    const ids = await school.page.evaluate(() => {
      const { polaris } = window as any
      const ids = Array.from({ length: 15 }, (_, n) => polaris.track('ViewContent', { n }))
      location.href = '/next'
      return ids as string[]
    })
    await school.page.waitForURL('**/next')
    await until(() => school.events('PageView').length === 2)
    await until(() => school.events('ViewContent').length >= 15)
    await school.catchUp()
    expect(idsOf(school, 'ViewContent').sort()).toEqual(ids.sort())
    expect(await school.stored()).toEqual([])
    expect(school.errors).toEqual([])
    await school.close()
  })

  it('arrives with more custom data than a page may send while it goes', async () => {
    const school = await open()
    await school.track('Lead', { note: 'x'.repeat(65_537) })
    // Shorter in characters, longer in bytes.
    await school.track('Lead', { note: 'я'.repeat(59_000) })
    await until(() => school.events('Lead').length === 2)
    expect(await school.stored()).toEqual([])
    expect(school.errors).toEqual([])
    await school.close()
  })
})

function idsOf(school: School, eventName: EventName): string[] {
  return school.events(eventName).map(({ event_id }) => event_id)
}

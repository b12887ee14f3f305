import type { EventName } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { type PostedEvent, reply } from './school-server.ts'
import { type OpenSchool, until, useSchools } from './use-schools.ts'

const LINK = `<a href="/next" onclick="polaris.track('Lead')">Enroll</a>`

describe.concurrent('delivery, in Chromium', () => {
  const { open } = useSchools()

  // When Chromium unloads a page, it rejects requests that it still completes. Only a page with such a listener sees it.
  it.each(['nothing', 'pagehide', 'visibilitychange', 'unload'])(
    'delivers an event once without delaying the navigation if the response arrives after it and the page listens to %s',
    async (type) => {
      const late: PostedEvent[] = []
      const school = await open({
        body: LINK,
        before: `addEventListener('${type}', () => {}, true)`,
        onPost: (post) => void late.push(post),
      })
      await school.page.getByRole('link').click()
      await school.page.waitForURL('**/next')
      await until(() => school.events('Lead').length === 1)
      for (const { response } of late) reply(response, 200)
      await school.catchUp()
      expect(school.events('Lead')).toHaveLength(1)
      expect(await school.stored()).toEqual([])
      await school.close()
    },
  )

  it('delivers an event when the tab is closed', async () => {
    const school = await open()
    await school.page.evaluate(() => {
      addEventListener('pagehide', () => (window as any).polaris.track('Lead'))
    })
    await school.page.close({ runBeforeUnload: true })
    await until(() => school.events('Lead').length > 0)
    expect(idsOf(school, 'Lead')).toHaveLength(1)
    await school.close()
  })

  it('delivers each of 15 events once if the visitor leaves the page immediately after them', async () => {
    const school = await open({
      onPost: ({ response }) => void setTimeout(() => reply(response, 200), 400),
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
    await school.close()
  })

  it('delivers each event once if several events exceed the keepalive limit together', async () => {
    const pending: PostedEvent[] = []
    const school = await open({
      options: { pageView: false },
      onPost: (post) => void pending.push(post),
    })
    const ids = await school.page.evaluate(() =>
      Array.from({ length: 4 }, (): string =>
        (window as any).polaris.track('Lead', { note: '学'.repeat(19_500) }),
      ),
    )
    // The browser rejects every request but the first.
    await until(async () => (await school.stored()).length === 3)
    school.onPost = ({ response }) => reply(response, 200)
    for (const { response } of pending) reply(response, 200)
    await until(async () => (await school.stored()).length === 0)
    expect(idsOf(school, 'Lead').sort()).toEqual(ids.sort())
    await school.close()
  })

  it('delivers custom data that is close to or over the keepalive limit', async () => {
    const school = await open()
    await school.track('Lead', { note: 'x'.repeat(65_537) })
    // Below 64 KiB in characters and above it in bytes.
    await school.track('Lead', { note: 'я'.repeat(59_000) })
    await until(() => school.events('Lead').length === 2)
    // With keepalive: just below 20,000 characters of three bytes each.
    await school.track('Lead', { note: '学'.repeat(19_500) })
    await until(() => school.events('Lead').length === 3)
    expect(await school.stored()).toEqual([])
    await school.close()
  })
})

function idsOf(school: OpenSchool, eventName: EventName): string[] {
  return school.events(eventName).map(({ event_id }) => event_id)
}

import { createHandler, createRedelivery, type ServerEvent } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { expect, it } from 'vitest'

import type { PostedEvent } from './school-server.ts'
import { until, useSchools } from './use-schools.ts'

const CONFIG = { pixelId: '1', accessToken: 'token', retries: 0, graphUrl: 'http://meta.invalid' }
const FORM = '<form method="post" action="/next" data-track="Lead"><button>Send</button></form>'

const schools = useSchools()

it('delivers each of 100 events of open pages and of forms that navigate once, with a queue and an outage', async () => {
  const accepted: string[] = []
  const queue: ServerEvent[] = []
  let isDown = false
  const upstream = (async (_, init) => {
    if (isDown) return new Response('{}', { status: 503 })
    accepted.push(JSON.parse(init!.body as string).data[0].event_id)
    return Response.json({ events_received: 1 })
  }) as typeof fetch
  const handle = createHandler({
    config: CONFIG,
    fetch: upstream,
    keep: (event) => void queue.push(event),
  })
  const school = await schools.open({
    options: { pageView: false, declarative: true },
    body: FORM,
    onPost: (post) => void respond(post),
  })
  // Every outage lasts for seven events.
  for (let n = 0; n < 100; n++) {
    isDown = Math.floor(n / 7) % 2 === 0
    if (n % 2 === 0) await school.track('Lead')
    else await Promise.all([school.page.waitForNavigation(), school.page.click('button')])
    await until(() => accepted.length + queue.length === n + 1)
    await school.catchUp()
  }
  expect(queue.length).toBeGreaterThan(40)
  isDown = false
  await school.go('/next')
  await school.catchUp()
  expect(await school.stored()).toEqual([])

  const redeliver = createRedelivery({ config: CONFIG, fetch: upstream }, { maxPerSecond: 1000 })
  for (const event of queue) expect(await redeliver(event)).toEqual({ kind: 'accepted' })
  expect(new Set(accepted).size).toBe(100)
  expect(accepted).toHaveLength(100)
  await school.close()

  async function respond({ body, response }: PostedEvent): Promise<void> {
    const url = `http://school.example${CONVERSION_PATH}`
    const {
      status,
      headers,
      body: stream,
    } = await handle(new Request(url, { method: 'POST', body }))
    response.writeHead(status, Object.fromEntries(headers)).end(await new Response(stream).text())
  }
})

it('sends each of 20 stored events once, with six tabs at the same time', async () => {
  let isDown = true
  const school = await schools.open({
    options: { pageView: false },
    onPost: ({ response }) =>
      response.writeHead(isDown ? 503 : 200).end(isDown ? 'Down' : '{"ok":true}'),
  })
  for (let n = 0; n < 20; n++) await school.track('Lead')
  await until(async () => (await school.stored()).length === 20)
  isDown = false
  school.posts.length = 0
  const tabs = await Promise.all(Array.from({ length: 6 }, () => school.context.newPage()))
  await Promise.all(tabs.map((tab) => school.go('/next', tab)))
  await until(async () => {
    const retry = () => void dispatchEvent(new Event('online'))
    await Promise.all(tabs.map((tab) => tab.evaluate(retry)))
    return (await school.stored()).length === 0
  })
  await Promise.all(tabs.map((tab) => tab.evaluate(() => fetch('/catch-up'))))
  const ids = school.posts.map(({ event }) => event.event_id)
  expect(ids.length).toBe(new Set(ids).size)
  await school.close()
})

import { createHandler, createRedelivery } from '@conversion-capi/core'
import type { ServerEvent } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createVisitor, type FakePage, openPage, type Post } from './open-page.fixture.ts'

const CONFIG = { pixelId: '770000000000077', accessToken: 'EAAUnit0123456789Token', retries: 0 }

/** `lost`: the proxy's next response does not reach the page. `delivery`: the queue is processed. */
const STEPS = ['form', 'reload', 'outage', 'recovery', 'lost', 'delivery'] as const

it('delivers each event, and once if all responses arrived, with the real proxy and a queue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 20 }), async (steps) => {
      const visitor = createVisitor()
      const tracked: string[] = []
      const accepted: string[] = []
      let kept: ServerEvent[] = []
      let isDown = false
      let isLost = false

      const options = { config: CONFIG, fetch: upstream, now: () => visitor.now }
      const handle = createHandler({ ...options, keep: (event) => void kept.push(event) })
      const redeliver = createRedelivery(options)
      let page = open()

      for (const step of [...steps, 'recovery', 'reload', 'delivery'] as const) {
        visitor.now += 60_000
        if (step === 'form') tracked.push(page.tracker.track('Lead'))
        if (step === 'reload') page = open()
        if (step === 'outage') isDown = true
        if (step === 'recovery') isDown = false
        if (step === 'lost') isLost = true
        if (step === 'delivery') await deliver()
        await page.settle()
      }

      expect([...new Set(accepted)].sort()).toEqual([...tracked].sort())
      if (!steps.includes('lost')) expect(accepted).toHaveLength(tracked.length)

      function open(): FakePage {
        return openPage({ visitor, respond: proxy })
      }

      async function proxy({ url, init }: Post): Promise<Response> {
        const { body } = init
        const response = await handle(
          new Request(new URL(url, 'https://www.school.example'), { method: 'POST', body }),
        )
        if (!isLost) return response
        isLost = false
        throw new TypeError('Failed to fetch')
      }

      async function upstream(_: unknown, init?: RequestInit): Promise<Response> {
        if (isDown) return Response.json({ error: { code: 2 } }, { status: 503 })
        for (const { event_id } of JSON.parse(String(init!.body)).data) accepted.push(event_id)
        return Response.json({ events_received: 1 })
      }

      async function deliver(): Promise<void> {
        const events = kept
        kept = []
        for (const event of events) {
          const { kind } = await redeliver(event)
          if (kind === 'retry') kept.push(event)
        }
      }
    }),
    { numRuns: 200 },
  )
})

import { describe, expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import { BASE_URL, NOW, sendEvents, sendPixelEvent, serverEvent } from '../requests.fixture.ts'
import type { LiveUpdate } from '../record/records.ts'

const now = () => NOW

async function openStream(emulator: Emulator) {
  const response = await emulator.fetch(`${BASE_URL}/stream`)
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  return { response, next, readBacklog, close: () => reader.cancel() }

  async function next(): Promise<LiveUpdate> {
    const { value } = await reader.read()
    const text = decoder.decode(value)
    const data = /^(?:retry: 1000\n)?data: (.*)\n\n$/.exec(text)?.[1]
    return JSON.parse(data ?? text) as LiveUpdate
  }

  async function readBacklog(): Promise<LiveUpdate[]> {
    const updates = [await next()]
    while (!updates.at(-1)!.complete) updates.push(await next())
    return updates
  }
}

describe('GET /stream', () => {
  it('sends what was recorded in chunks, then each change', async () => {
    const emulator = createEmulator({ now })
    const data = Array.from({ length: 700 }, (_, index) => serverEvent({ event_id: `${index}` }))
    await sendEvents(emulator, ...data)
    await sendEvents(emulator, serverEvent({ event_time: 0 }))
    const { response, next, readBacklog, close } = await openStream(emulator)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')

    const backlog = await readBacklog()
    expect(backlog[0]).toEqual({ reset: true, faults: {} })
    expect(backlog.flatMap(({ events }) => (events ? [events.length] : []))).toEqual([500, 200])
    expect(backlog.flatMap(({ events = [] }) => events)).toEqual(emulator.events())
    expect(backlog.flatMap(({ rejections = [] }) => rejections)).toEqual(emulator.rejections())

    const pending = next()
    await sendPixelEvent(emulator, { ev: 'Lead', eid: 'new' })
    expect(await pending).toMatchObject({ events: [{ event_id: 'new' }] })
    await close()
  })

  it('starts again after clear(), without what was recorded before', async () => {
    const emulator = createEmulator({ now })
    const { next, readBacklog, close } = await openStream(emulator)
    await readBacklog()
    await sendEvents(emulator, serverEvent())
    emulator.setFaults({ endpoints: [] })
    emulator.clear()
    await sendEvents(emulator, serverEvent({ event_id: 'after' }))
    await sendEvents(emulator, serverEvent({ event_id: 'later' }))
    expect(await readBacklog()).toEqual([
      { reset: true, faults: { endpoints: [] } },
      { complete: true },
    ])
    expect(await next()).toMatchObject({ events: [{ event_id: 'after' }] })
    expect(await next()).toMatchObject({ events: [{ event_id: 'later' }] })
    await close()
  })

  it('starts again for a reader that is more than maxEvents changes behind', async () => {
    const emulator = createEmulator({ now, maxEvents: 3 })
    const { readBacklog, close } = await openStream(emulator)
    await readBacklog()
    for (const event_id of ['1', '2', '3', '4', '5']) {
      await sendEvents(emulator, serverEvent({ event_id }))
    }
    const updates = await readBacklog()
    expect(updates[0]).toHaveProperty('reset', true)
    const ids = updates.flatMap(({ events = [] }) => events.map(({ event_id }) => event_id))
    expect(ids.slice(0, 3)).toEqual(['2', '3', '4'])
    await close()
  })

  it('contains no token and no unhashed personal data', async () => {
    const emulator = createEmulator({ now, accessToken: 'accepted-token' })
    const { next, readBacklog, close } = await openStream(emulator)
    await readBacklog()
    await sendPixelEvent(emulator, {
      ev: 'Lead',
      'cd[email]': 'mary@example.com',
      eid: 'accepted-token',
    })
    expect(JSON.stringify(await next())).not.toMatch(/mary|accepted-token/)
    await close()
  })
})

import { createEmulator } from '@conversion-capi/emulator'
import { expect, it } from 'vitest'

import { runReport } from './run-report.ts'
import { ENV, NOW, sendEvent, TOKEN } from './three-days.fixture.ts'
import { waitForEvents } from './wait-for-events.ts'

const MINUTE = 60_000

/** Waits while events arrive at these minutes, and returns what was said when, and the requests. */
async function wait(
  arrivals: Record<number, 'browser' | 'server'>,
  refused = '',
  /** Until then, everything can be read. */
  until = -1,
  interruptedIn = 99,
) {
  const interrupt = new AbortController()
  let now = NOW
  let minute = 0
  const emulator = createEmulator({ accessToken: TOKEN, now: () => now })
  const said: [minute: number, message: string][] = []
  const methods = new Set<string>()
  await send('browser')
  await send('server')
  const findings = await waitForEvents({
    read: () => runReport({ env: ENV, fetch: read, now: () => now }),
    onArrival: ({ message }) => said.push([minute, message]),
    sleep: async (ms) => {
      now += ms
      minute = (now - NOW) / MINUTE
      const source = arrivals[minute]
      if (source) await send(source)
      if (minute === interruptedIn) interrupt.abort()
    },
    signal: interrupt.signal,
  })
  return { said, minute, methods, messages: findings.map(({ message }) => message) }

  async function read(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    methods.add(request.method)
    if (refused && minute > until && request.url.includes(refused)) {
      return Response.json({ error: { message: 'No', code: 200 } }, { status: 403 })
    }
    return emulator.fetch(request)
  }

  function send(source: 'browser' | 'server'): Promise<void> {
    return sendEvent(emulator, source, 'PageView', `${source}-${now}`, now)
  }
}

it('says of each link that it works as soon as Meta has counted an event, and ends', async () => {
  const { said, minute, methods } = await wait({ 2: 'server', 5: 'browser' })
  expect(said).toEqual([
    [2, 'Meta has counted a new PageView from a server.'],
    [5, 'Meta has counted a new PageView from browsers.'],
  ])
  expect(minute).toBe(5)
  expect([...methods]).toEqual(['GET'])
})

it('ends with what has arrived when it is interrupted', async () => {
  const { messages, minute } = await wait({ 1: 'server' }, '', -1, 3)
  expect(minute).toBe(3)
  expect(messages).toEqual([
    'Meta has counted a new PageView from a server.',
    'Meta has counted no new event from browsers in 2 minutes.',
  ])
})

it('sees an event in the next hour', async () => {
  expect((await wait({ 29: 'server', 30: 'browser' })).said).toHaveLength(2)
})

it('names the silent source after 30 minutes', async () => {
  const { messages, minute } = await wait({ 1: 'server' })
  expect(messages).toEqual([
    'Meta has counted a new PageView from a server.',
    'Meta has counted no new event from browsers in 30 minutes.',
  ])
  expect(minute).toBe(30)
})

const UNKNOWN = 'It is not known whether an event arrived from'

it('does not wait for what it may not read', async () => {
  const { messages, minute } = await wait({ 3: 'browser' }, 'SERVER_ONLY')
  expect(messages).toEqual([
    'Meta has counted a new PageView from browsers.',
    `${UNKNOWN} a server: Meta did not return the counts.`,
  ])
  expect(minute).toBe(3)
})

it('claims nothing about what it can no longer read', async () => {
  const { messages, minute } = await wait({ 3: 'browser' }, '/', 2)
  expect(messages).toEqual([expect.stringContaining(UNKNOWN), expect.stringContaining(UNKNOWN)])
  expect(minute).toBe(3)
})

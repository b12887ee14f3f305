import { join } from 'node:path'

import { createEmulator } from '@conversion-capi/emulator'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { prepareRecipe } from './prepare-recipe.ts'

const ENV: Record<string, string> = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'emulator-access-token',
  REDELIVER_SECRET: 'redeliver-secret',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
}

interface StubMessage {
  msg_id: number
  message: Record<string, unknown>
  /** Seconds that the message is invisible: the last `sleep_seconds`. */
  invisibleS: number
}

let emulator: ReturnType<typeof createEmulator>
let messages: StubMessage[]
let served: ((request: Request) => Promise<Response>)[]

beforeEach(async () => {
  emulator = createEmulator()
  messages = []
  served = []
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => ENV[name], toObject: () => ENV },
    serve: (handler: (typeof served)[number]) => served.push(handler),
  })
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (origin === ENV['SUPABASE_URL']) return dataApi(new Request(input, init))
    return emulator.fetch(input, init)
  })
  const { folder } = await prepareRecipe('supabase-queues')
  for (const name of ['conversion-capi', 'redeliver']) {
    await import(join(folder, 'supabase/functions', name, 'index.ts'))
  }
})

afterEach(() => void vi.unstubAllGlobals())

it('queues an event that could not be delivered and delivers it later', async () => {
  emulator.setFaults({ networkError: { probability: 1 } })
  expect(await (await track('e-1')).json()).toMatchObject({ ok: false })
  expect(messages).toMatchObject([{ message: { event: { event_id: 'e-1' } }, invisibleS: 60 }])
  expect(JSON.stringify(messages)).not.toContain(ENV['META_ACCESS_TOKEN'])
  const [{ message }] = messages as [StubMessage]

  makeVisible()
  expect(await redeliver()).toEqual({ read: 1, retries: 1 })
  expect(messages).toMatchObject([{ message, invisibleS: 900 }])

  emulator.setFaults({})
  // Redelivery pauses for a second after a failure.
  await vi.waitFor(
    async () => {
      makeVisible()
      expect(await redeliver()).toEqual({ read: 1, retries: 0 })
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(messages).toEqual([])
  const { event_id, event_time } = message['event'] as Record<string, unknown>
  expect(emulator.events()).toMatchObject([{ event_id, event_time, counted: true }])
})

it('deletes messages that are given up, without blocking the others', async () => {
  const event_time = Math.floor(Date.now() / 1000)
  const user_data = { fbp: 'fb.1.1795170995788.1093847562' }
  messages = [
    { event: { event_name: 'Lead', event_id: 'old', event_time: 1, user_data } },
    { poison: true },
    { event: { event_name: 'Lead', event_id: 'e-1', event_time, user_data } },
  ].map((message, index) => ({ msg_id: index + 1, message, invisibleS: 0 }))
  expect(await redeliver()).toEqual({ read: 3, retries: 0 })
  expect(messages).toEqual([])
  expect(emulator.events()).toMatchObject([{ event_id: 'e-1' }])
})

it('redelivers only for the cron job', async () => {
  expect((await served[1]!(new Request('https://x.example'))).status).toBe(401)
})

function track(eventId: string): Promise<Response> {
  const body = JSON.stringify({
    event_name: 'Lead',
    event_id: eventId,
    user_data: { fbp: 'fb.1.1795170995788.1093847562' },
  })
  return served[0]!(new Request('https://x.example', { method: 'POST', body }))
}

async function redeliver(): Promise<unknown> {
  const headers = { Authorization: `Bearer ${ENV['REDELIVER_SECRET']}` }
  const response = await served[1]!(new Request('https://x.example', { method: 'POST', headers }))
  return response.json()
}

function makeVisible(): void {
  for (const message of messages) message.invisibleS = 0
}

/** The functions of `pgmq_public` over Supabase's Data API. */
async function dataApi(request: Request): Promise<Response> {
  const { headers, url } = request
  if (headers.get('apikey') !== 'sb_secret_1') return Response.json({}, { status: 401 })
  if (headers.get('Content-Profile') !== 'pgmq_public') return Response.json({}, { status: 404 })
  const { queue_name, ...args } = await request.json()
  if (queue_name !== 'conversions') return Response.json({}, { status: 404 })
  switch (new URL(url).pathname) {
    case '/rest/v1/rpc/send': {
      const msg_id = messages.length + 1
      messages.push({ msg_id, message: args.message, invisibleS: args.sleep_seconds })
      return Response.json([msg_id])
    }
    case '/rest/v1/rpc/read': {
      const visible = messages.filter(({ invisibleS }) => invisibleS === 0).slice(0, args.n)
      for (const message of visible) message.invisibleS = args.sleep_seconds
      return Response.json(
        visible.map(({ msg_id, message }) => ({
          msg_id,
          message,
          read_ct: 1,
          enqueued_at: '',
          vt: '',
        })),
      )
    }
    case '/rest/v1/rpc/delete':
      messages = messages.filter(({ msg_id }) => msg_id !== args.message_id)
      return Response.json(true)
    default:
      return Response.json({}, { status: 404 })
  }
}

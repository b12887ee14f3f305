import { join } from 'node:path'

import { createEmulator } from '@conversion-capi/emulator'
import type { MessageMetadata } from '@vercel/queue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type PreparedRecipe, prepareRecipe } from './prepare-recipe.ts'

interface StubMessage {
  id: MessageMetadata['messageId']
  body: string
  headers: Headers
  /** Visibility timeouts in seconds that the consumer has set. */
  delays: number[]
}

const ID = { pixel: '1234567890', token: 'emulator-access-token' }

let recipe: PreparedRecipe
let emulator: ReturnType<typeof createEmulator>
let messages: Map<string, StubMessage>
let handleEvent: (request: Request) => Promise<Response>
let handleCallback: (request: Request) => Promise<Response>

beforeEach(async () => {
  emulator = createEmulator()
  messages = new Map()
  vi.stubEnv('META_PIXEL_ID', ID.pixel)
  vi.stubEnv('META_ACCESS_TOKEN', ID.token)
  vi.stubEnv('VERCEL_REGION', 'fra1')
  vi.stubEnv('VERCEL_DEPLOYMENT_ID', 'dpl_1')
  vi.stubEnv('VERCEL_OIDC_TOKEN', createJwt())
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (origin === 'https://fra1.vercel-queue.com') return queueService(new Request(input, init))
    return emulator.fetch(input, init)
  })
  recipe = await prepareRecipe('vercel-queues')
  handleEvent = (await import(join(recipe.folder, 'api/conversion-capi.ts'))).default.fetch
  handleCallback = (await import(join(recipe.folder, 'api/redeliver.ts'))).POST
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('queues an event that could not be delivered, for 48 hours, and delivers it later', async () => {
  emulator.setFaults({ networkError: { probability: 1 } })
  const body = await (await track('e-1')).json()
  expect(body).toMatchObject({ ok: false })
  const [message] = messages.values()
  expect(JSON.parse(message!.body)).toMatchObject({
    event: { event_name: 'Lead', event_id: 'e-1' },
    pixelId: ID.pixel,
  })
  expect(message!.body).not.toContain(ID.token)
  expect(message!.headers.get('Vqs-Retention-Seconds')).toBe('172800')
  expect(message!.headers.get('Vqs-Delay-Seconds')).toBe('60')

  await handleCallback(deliver(message!))
  expect(message!.delays).toHaveLength(1)
  expect(message!.delays[0]).toBeGreaterThanOrEqual(45)
  expect(messages.size).toBe(1)

  emulator.setFaults({})
  // Redelivery pauses for a second after a failure.
  await vi.waitFor(
    async () => {
      await handleCallback(deliver(message!))
      expect(messages.size).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
  const { event_id, event_time } = JSON.parse(message!.body).event
  expect(emulator.events()).toMatchObject([{ event_id, event_time, counted: true }])
})

it.each([
  ['that the browser sends again', 'e-1'],
  ['whose ID headers do not allow', 'заказ 1'],
])('queues an event %s once', async (_, id) => {
  emulator.setFaults({ networkError: { probability: 1 } })
  await track(id)
  await track(id)
  expect(messages.size).toBe(1)
})

it('takes no event of the queue in a preview', async () => {
  vi.stubEnv('VERCEL_ENV', 'preview')
  vi.spyOn(console, 'error').mockReturnValue()
  const { POST } = await import(join(recipe.folder, 'api/redeliver.ts?preview'))
  const event_time = Math.floor(Date.now() / 1000)
  const events = [
    { event_name: 'Lead', event_id: 'e-1', event_time, user_data: {} },
    { event_name: 'AddedLater', event_id: 'e-2', event_time },
  ]
  for (const event of events) {
    const id = event.event_id
    const message = { id, body: JSON.stringify({ event }), headers: new Headers(), delays: [] }
    messages.set(id, message)
    await POST(deliver(message))
    expect(message.delays).toEqual([expect.any(Number)])
  }
  expect(messages.size).toBe(2)
  expect(emulator.events()).toEqual([])
  expect(emulator.rejections()).toEqual([])
})

it('delivers an event of another source for 7 days, and removes one that is given up', async () => {
  const event_time = Math.floor(Date.now() / 1000) - 6 * 86_400
  const user_data = { ph: 'a'.repeat(64) }
  const call = { event_name: 'Call', event_time, action_source: 'phone_call', user_data }
  const lead = { ...call, event_name: 'Lead', action_source: 'website' }
  for (const event of [call, lead]) {
    const body = JSON.stringify({ event: { ...event, event_id: event.event_name } })
    const message = { id: event.event_name, body, headers: new Headers(), delays: [] }
    messages.set(message.id, message)
    await handleCallback(deliver(message))
  }
  expect(messages.size).toBe(0)
  expect(emulator.events()).toMatchObject([{ event_name: 'Call', event_time }])
})

function track(eventId: string): Promise<Response> {
  const body = JSON.stringify({
    event_name: 'Lead',
    event_id: eventId,
    user_data: { fbp: 'fb.1.1795170995788.1093847562' },
  })
  const url = 'https://school.example/functions/v1/conversion-capi'
  return handleEvent(new Request(url, { method: 'POST', body }))
}

/** The requests that `@vercel/queue` sends: publish, acknowledge and change the visibility timeout. */
async function queueService(request: Request): Promise<Response> {
  if (!request.headers.get('Authorization')?.startsWith('Bearer ')) {
    return new Response('Unauthorized', { status: 401 })
  }
  const path = new URL(request.url).pathname.replace('/api/v3/topic/conversions', '')
  if (request.method === 'POST' && path === '') {
    const id = request.headers.get('Vqs-Idempotency-Key')!
    const body = await request.text()
    messages.set(id, { id, body, headers: request.headers, delays: [] })
    return Response.json({ messageId: id }, { status: 201 })
  }
  const id = path.replace('/consumer/redeliver/lease/', '')
  const message = messages.get(id)
  if (!message) return new Response('Not found', { status: 404 })
  if (request.method === 'DELETE') messages.delete(id)
  else if (request.method === 'PATCH') {
    message.delays.push((await request.json()).visibilityTimeoutSeconds)
  } else return new Response('Method not allowed', { status: 405 })
  return Response.json({})
}

/** Returns the request with which Vercel delivers a message. */
function deliver({ id, body }: StubMessage): Request {
  const now = Date.now()
  return new Request('https://school.example/api/redeliver', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'ce-type': 'com.vercel.queue.v2beta',
      'ce-vqsqueuename': 'conversions',
      'ce-vqsconsumergroup': 'redeliver',
      'ce-vqsmessageid': id,
      'ce-vqsreceipthandle': id,
      'ce-vqsregion': 'fra1',
      'ce-vqsdeliverycount': '1',
      'ce-vqscreatedat': new Date(now).toISOString(),
      'ce-vqsvisibilitydeadline': new Date(now + 300_000).toISOString(),
    },
    body,
  })
}

/** Returns a token that is valid for an hour; the signature is not checked. */
function createJwt(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode({ exp: Math.floor(Date.now() / 1000) + 3600 })}.signature`
}

import { join } from 'node:path'

import { createRedelivery, createSender, type Outcome, readConfig } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { createEmulator } from '@conversion-capi/emulator'
import { describe, expect, it } from 'vitest'

import { useRecipe, useServer } from './prepare-recipe.ts'

const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }
const CALL = {
  id: 'call-123',
  calledAt: '2026-11-22T14:05:00+02:00',
  phone: '+46 70 174 06 05',
  value: 240,
  currency: 'EUR',
  consent: true,
}
const CALLED_S = Date.parse(CALL.calledAt) / 1000
const VISITOR = {
  event_id: 'lead-1',
  event_source_url: 'https://school.example/programs/sailing',
  fbp: `fb.1.${(CALLED_S - 7200) * 1000}.1093847562`,
  fbc: `fb.1.${(CALLED_S - 7200) * 1000}.AbCd`,
  client_ip_address: '203.0.113.7',
  client_user_agent: 'Mozilla/5.0',
}

const recipe = useRecipe('phone-sales')

it('sends a call of an hour ago with its own time and the hash of the phone number', async () => {
  const { post, emulator, requests, outcomes } = await createCalls()
  expect(await post(CALL)).toEqual([200, 'accepted'])
  expect(emulator.rejections()).toEqual([])
  const [event, ...others] = emulator.events()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    event_name: 'Purchase',
    event_id: 'call-123',
    event_time: CALLED_S,
    action_source: 'phone_call',
    warnings: [],
    custom_data: { value: 240, currency: 'EUR' },
  })
  expect(event!.user_data).toEqual({ ph: hashPii('ph', CALL.phone) })
  expect(requests.join('\n')).not.toMatch(/174.?06/)
  expect(outcomes).toMatchObject([{ kind: 'accepted', warnings: [] }])
})

it('adds the cookies of the lead, and refers to it', async () => {
  const { post, emulator, outcomes } = await createCalls()
  expect(await post({ ...CALL, visitor: VISITOR })).toEqual([200, 'accepted'])
  expect(emulator.rejections()).toEqual([])
  const [event] = emulator.events()
  expect(event).toMatchObject({
    original_event_data: { event_name: 'Lead', event_id: 'lead-1' },
  })
  expect(event!.user_data).toEqual({
    ph: hashPii('ph', CALL.phone),
    fbp: VISITOR.fbp,
    fbc: VISITOR.fbc,
  })
  expect(outcomes).toMatchObject([{ warnings: [] }])
})

it('responds with 503 while Meta is unavailable', async () => {
  const { post, emulator } = await createCalls()
  emulator.setFaults({ status: { probability: 1, status: 503 } })
  expect(await post(CALL)).toEqual([503, 'retry'])
})

it('sends nothing without consent', async () => {
  const { post, requests } = await createCalls()
  expect(await post({ ...CALL, consent: false })).toEqual([200, 'No consent'])
  expect(requests).toEqual([])
})

it.each([
  ['id', 5],
  ['id', ''],
  ['calledAt', '2026-11-22T14:05:00'],
  ['calledAt', 'yesterdayZ'],
  ['calledAt', undefined],
  ['phone', 46701740605],
  ['value', '240'],
  ['currency', undefined],
  ['consent', 'yes'],
  ['consent', undefined],
])('responds with 400 and the name of the field if %s is %j', async (field, value) => {
  const { post, requests } = await createCalls()
  const [status, text] = await post({ ...CALL, [field]: value })
  expect(status).toBe(400)
  expect(text).toMatch(new RegExp(`^${field} must be `))
  expect(requests).toEqual([])
})

it.each(['', 'null', '{', '[]'])('responds with 400 to the body %j', async (body) => {
  const { handleCall } = await createCalls()
  expect((await handleCall(toRequest(body))).status).toBe(400)
})

it('responds with 401 without the secret', async () => {
  const { handleCall, requests } = await createCalls()
  const request = toRequest(JSON.stringify(CALL), 'Bearer other')
  expect((await handleCall(request)).status).toBe(401)
  expect(requests).toEqual([])
})

it('does not start without a secret', async () => {
  const { createCalls } = await import(join(recipe.folder, 'calls.ts'))
  expect(() => createCalls({ secret: '', redeliver: () => {} })).toThrow('secret is empty.')
})

describe('server.ts', () => {
  const started = useServer((META_GRAPH_URL) =>
    recipe.startServer({ ...ENV, META_GRAPH_URL, CALLS_SECRET: 'calls-secret' }),
  )

  it('receives a call', async () => {
    const calledAt = new Date(Date.now() - 3_600_000).toISOString()
    const response = await fetch(`${started.origin}/calls`, {
      method: 'POST',
      headers: { Authorization: 'Bearer calls-secret' },
      body: JSON.stringify({ ...CALL, calledAt }),
    })
    expect(await response.text()).toBe('accepted')
    expect(started.emulator.events()).toMatchObject([{ action_source: 'phone_call' }])
  })
})

async function createCalls() {
  const { createCalls } = await import(join(recipe.folder, 'calls.ts'))
  const now = () => (CALLED_S + 3600) * 1000
  const emulator = createEmulator({ now })
  const outcomes: Outcome[] = []
  const requests: string[] = []
  const onOutcome = (outcome: Outcome) => void outcomes.push(outcome)
  const send = createSender({
    config: readConfig(ENV),
    fetch: (input, init) => {
      requests.push(JSON.stringify([input, init]))
      return emulator.fetch(input, init)
    },
    now,
    onOutcome,
  })
  const handleCall: (request: Request) => Promise<Response> = createCalls({
    secret: 'calls-secret',
    redeliver: createRedelivery(send, { now, onOutcome }),
  })
  return { emulator, handleCall, outcomes, post, requests }

  async function post(call: object): Promise<[number, string]> {
    const response = await handleCall(toRequest(JSON.stringify(call)))
    return [response.status, await response.text()]
  }
}

function toRequest(body: string, authorization = 'Bearer calls-secret'): Request {
  const headers = { Authorization: authorization }
  return new Request('https://crm.example/calls', { method: 'POST', headers, body })
}

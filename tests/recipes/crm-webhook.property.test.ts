import { join } from 'node:path'

import { createSender, readConfig } from '@conversion-capi/core'
import { json } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'

import { AMO_SECRET, LEAD_ID, postAmo, sign, SIGNING_SECRET, VISITOR } from './crm-requests.ts'
import { useRecipe } from './prepare-recipe.ts'

/** Part of every value that must not leave. No hash contains it. */
const MARKER = 'Liv'
const HASH = /^[0-9a-f]{64}$/
/** All that an event may contain. */
const ALLOWED: Record<string, RegExp> = {
  event_name: /^(InitialLead|Qualified|TrialAttended|Contract)$/,
  event_id: /^(CRM|amoCRM)-[\w-]+$/,
  event_time: /^\d{10}$/,
  action_source: /^system_generated$/,
  'user_data.fbp': /^fb\.\d\.\d{13}\.[\w.-]+$/,
  'user_data.fbc': /^fb\.\d\.\d{13}\.[\w.-]+$/,
  'user_data.lead_id': /^\d{15,17}$/,
  'user_data.em': HASH,
  'user_data.ph': HASH,
  'original_event_data.event_name': /^Lead$/,
  'original_event_data.event_id': /^[\da-f-]{36}$/,
  'custom_data.content_ids': /^physics$/,
  'custom_data.content_type': /^product$/,
  'custom_data.event_source': /^crm$/,
  'custom_data.lead_event_source': /^(CRM|amoCRM)$/,
}
const nowS = Math.floor(Date.now() / 1000)

const recipe = useRecipe('crm-webhook')
/** All that leaves: the events, responses and log lines. */
let left: string[]
let events: Record<string, unknown>[]
let handle: (request: Request) => Promise<Response>

beforeEach(async () => {
  left = []
  events = []
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => void left.push(values.join(' ')))
  }
  const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
  handle = createCrm({
    add: (event: Record<string, unknown>) => events.push(event) > 0,
    secrets: { signed: SIGNING_SECRET, amocrm: AMO_SECRET },
  })
})

/** A value that names a student, or has an unexpected type. */
const hostile = fc.oneof(
  fc.constantFrom(
    `${MARKER} Berg`,
    `${MARKER}.Berg@mail.example`,
    `{"event_id":"${MARKER}","fbp":"${MARKER} Berg","student":"${MARKER}"}`,
    `{"event_id":"e-1","program":"${MARKER} Berg"}`,
    '{"event_id":"e-1","program":"physics"}',
    `fb.1.1795170995788.${MARKER} Berg`,
    `{"event_id":"e-1","fbp":"fb.1.1795170995788.${MARKER} Berg","client_ip_address":"${MARKER}"}`,
  ),
  fc.string().map((text) => `${MARKER}${text}`),
  fc.record({ toString: fc.constant(1), name: fc.constant(MARKER) }),
  fc.array(fc.constant(`${MARKER} B2`), { maxLength: 3 }),
  fc.constantFrom(null, 7, true, -1, 1e300, 2 ** 60),
)
const time = mostly(nowS - 60)
const stage = mostly('new', 'qualified', 'trial', 'contract')
const visitor = fc.oneof(
  fc.constant(
    JSON.stringify({ ...VISITOR, client_user_agent: `${MARKER} Berg`, grade: `${MARKER} B2` }),
  ),
  hostile,
)
const fields = fc.record(
  {
    capi_visitor: visitor,
    meta_lead_id: fc.oneof(fc.constant(LEAD_ID), fc.constant(undefined), hostile),
    parent_email: fc.oneof(fc.constant(`${MARKER}.Berg@mail.example`), hostile),
    parent_phone: fc.oneof(fc.constant('+46 70 174 06 05'), hostile),
  },
  { requiredKeys: [] },
)
const unlisted = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom('student_name', 'name', 'grade', 'email', '__proto__', 'constructor', 'em'),
  ),
  hostile,
)

it('sends only listed fields of the generic webhook, and logs none', async () => {
  const listed = {
    deal_id: fc.constantFrom('4711', 4711),
    stage,
    changed_at: time,
    created_at: time,
  }
  const sent = await check(
    fc.tuple(unlisted, fc.record(listed), fields).map((parts) => sign(merge(...parts))),
  )
  // Otherwise, a recipe that sends nothing would pass.
  expect(sent).toBeGreaterThan(30)
})

it('sends only listed fields of amoCRM, and logs none', async () => {
  const lead = fc
    .record({
      rest: unlisted,
      status_id: stage,
      updated_at: time,
      created_at: time,
      listed: fields,
      more: unlisted,
    })
    .map(({ rest, listed, more, ...known }) => ({
      ...merge(rest, { id: '15318175', ...known }),
      custom_fields: Object.entries({ ...more, ...listed }).map(([name, value]) => ({
        id: '1',
        name,
        values: [{ value }],
      })),
    }))
  const leads = fc.array(lead, { maxLength: 3 })
  const sent = await check(
    fc.record({ add: leads, status: leads }).map((lists) => postAmo({ leads: lists, account: {} })),
  )
  // Otherwise, a recipe that sends nothing would pass.
  expect(sent).toBeGreaterThan(30)
})

it('never throws for any body', async () => {
  const bodies = fc.oneof(fc.string(), json(), fc.constant('leads[add][0][id]=1&leads[add][0]=x'))
  expect(await check(bodies.map((body) => sign(body)))).toBe(0)
})

async function check(requests: fc.Arbitrary<Request>): Promise<number> {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      events = []
      left = []
      const response = await handle(request)
      expect([200, 400]).toContain(response.status)
      left.push(await response.text())
      for (const event of events) await send(event)
      sent += events.length
      expect(left.join('\n')).not.toContain(MARKER)
    }),
    // With other values, fewer events than expected can be sent by chance.
    { numRuns: 300, seed: 1 },
  )
  return sent
}

/** Sends an event as the outbox does, and checks what reaches Meta. */
async function send(event: Record<string, unknown>): Promise<void> {
  left.push(JSON.stringify(event))
  const sender = createSender({
    config: readConfig({ META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }),
    fetch: async (_, init) => {
      const body = String(init!.body)
      left.push(body)
      for (const [key, value] of listValues(JSON.parse(body).data[0])) {
        expect([key, String(value)]).toEqual([key, expect.stringMatching(ALLOWED[key] ?? /^\b$/)])
      }
      return Response.json({ events_received: 1 })
    },
  })
  await sender(JSON.parse(JSON.stringify(event)))
}

function listValues(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, item]) =>
    listValues(item, path ? `${path}.${key}` : key),
  )
}

function mostly(...values: unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, hostile)
}

/** Merges objects into one with the keys in order, `__proto__` included. */
function merge(...parts: object[]): object {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}

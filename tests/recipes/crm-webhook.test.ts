import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { createRedelivery, createSender, type Outcome, readConfig } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { createEmulator } from '@conversion-capi/emulator'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import {
  AMO_SECRET,
  LEAD_EVENT_ID,
  LEAD_ID,
  postAmo,
  postToken,
  sign,
  SIGNING_SECRET,
  SITE,
  TOKEN,
  VISITOR,
} from './crm-requests.ts'
import { useRecipe, useServer } from './prepare-recipe.ts'

const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }
const nowS = Math.floor(Date.now() / 1000)
const PARENT = { parent_email: 'Anna.Berg@mail.example', parent_phone: '+46 70 174 06 05' }
const DEAL = {
  deal_id: '4711',
  stage: 'qualified',
  changed_at: nowS - 60,
  created_at: nowS - 86_400,
  capi_visitor: JSON.stringify(VISITOR),
  ...PARENT,
  student_name: 'Liv Berg',
  grade: 'B2',
}

const recipe = useRecipe('crm-webhook')
const folder = useFolder()
let logged: unknown[]

beforeEach(() => {
  logged = []
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => {
      if (level === 'error') logged.push(...values)
    })
  }
})

describe('a signed webhook', () => {
  it.each([
    ['qualified', 'Qualified'],
    ['trial', 'TrialAttended'],
    ['contract', 'Contract'],
  ])('sends the event of the stage "%s" with the visitor of the form', async (stage, name) => {
    const { post, emulator, requests } = await startCrm()
    expect(await post(sign({ ...DEAL, stage }))).toEqual([200, 'Queued.'])
    expect(emulator.rejections()).toEqual([])
    expect(requests.map(({ data }) => data)).toEqual([
      [
        {
          event_name: name,
          event_id: `CRM-4711-${name}`,
          event_time: nowS - 60,
          action_source: 'system_generated',
          original_event_data: { event_name: 'Lead', event_id: LEAD_EVENT_ID },
          user_data: {
            fbp: VISITOR.fbp,
            fbc: VISITOR.fbc,
            em: hashPii('em', PARENT.parent_email),
            ph: hashPii('ph', PARENT.parent_phone),
          },
        },
      ],
    ])
  })

  it('of an Instant Form sends what Conversion Leads requires, from the first stage', async () => {
    const { post, requests } = await startCrm()
    const lead = { ...DEAL, capi_visitor: '', meta_lead_id: LEAD_ID }
    await post(sign({ ...lead, stage: 'new' }))
    await post(sign({ ...lead, stage: 'contract' }))
    const events = requests.map(({ data }) => data[0])
    expect(events.map((event) => event.event_name)).toEqual(['InitialLead', 'Contract'])
    expect(events[1]).toMatchObject({
      action_source: 'system_generated',
      user_data: { lead_id: LEAD_ID, em: hashPii('em', PARENT.parent_email) },
      custom_data: { event_source: 'crm', lead_event_source: 'CRM' },
    })
    expect(events[1]).not.toHaveProperty('original_event_data')
  })

  it('sends the program of the form', async () => {
    const { post, requests } = await startCrm()
    await post(sign({ ...DEAL, capi_visitor: JSON.stringify({ ...VISITOR, program: 'physics' }) }))
    const { custom_data } = requests[0]!.data[0]!
    expect(custom_data).toEqual({ content_ids: ['physics'], content_type: 'product' })
  })

  it('sends a time after the lead', async () => {
    const { post, requests } = await startCrm()
    await post(sign({ ...DEAL, created_at: DEAL.changed_at }))
    expect(requests[0]!.data[0].event_time).toBe(DEAL.changed_at + 1)
  })

  it('sends one event per stage if a deal moves back and forth, and if the CRM repeats a webhook', async () => {
    const { post, requests } = await startCrm()
    const texts: string[] = []
    for (const [index, stage] of ['qualified', 'trial', 'qualified', 'trial', 'trial'].entries()) {
      const [, text] = await post(sign({ ...DEAL, stage, changed_at: nowS - 60 + index }))
      texts.push(text)
    }
    expect(texts).toEqual([
      'Queued.',
      'Queued.',
      'Queued before.',
      'Queued before.',
      'Queued before.',
    ])
    expect(requests.map(({ data }) => data[0].event_id)).toEqual([
      'CRM-4711-Qualified',
      'CRM-4711-TrialAttended',
    ])
  })

  it.each([
    ['no visitor, because there was no consent', { capi_visitor: '' }, 'No visitor data.'],
    ['no field for the visitor', { capi_visitor: undefined }, 'No visitor data.'],
    ['a text as visitor', { capi_visitor: 'Liv Berg' }, 'No visitor data.'],
    ['a stage that is not listed', { stage: 'lost' }, 'The stage is not in STAGES.'],
    ['the name of a method as stage', { stage: 'constructor' }, 'The stage is not in STAGES.'],
    ['an object as stage', { stage: { toString: 1 } }, 'The stage is not in STAGES.'],
    ['the first stage of a lead of the site', { stage: 'new' }, 'The page has sent the Lead.'],
  ])('sends nothing for %s', async (_, fields, text) => {
    const { post, requests, outcomes } = await startCrm()
    expect(await post(sign({ ...DEAL, ...fields }))).toEqual([200, text])
    expect([requests, outcomes]).toEqual([[], []])
  })

  it.each([
    ['no deal ID', { deal_id: undefined }, 'The deal ID must'],
    ['an email as deal ID', { deal_id: 'anna@mail.example' }, 'The deal ID must'],
    ['an imprecise number as deal ID', { deal_id: 2 ** 60 }, 'The deal ID must'],
    ['milliseconds', { changed_at: nowS * 1000 }, 'The time of the change must be Unix time'],
    ['a date', { changed_at: '2026-11-22' }, 'The time of the change must be Unix time'],
    ['a lead ID that JSON has changed', { meta_lead_id: 2 ** 60 }, 'meta_lead_id must have 15'],
    ['a lead ID with a prefix', { meta_lead_id: `l:${LEAD_ID}` }, 'meta_lead_id must have 15'],
  ])('with %s is rejected, and the log says what to write', async (_, fields, text) => {
    const { post, requests } = await startCrm()
    expect(await post(sign({ ...DEAL, ...fields }))).toEqual([400, expect.stringContaining(text)])
    expect(logged).toEqual([expect.stringContaining(text)])
    expect(requests).toEqual([])
  })

  it.each(['', '{', '{"deal_id":'])('with the body %j is rejected', async (body) => {
    const { post } = await startCrm()
    expect(await post(sign(body))).toEqual([400, 'The body must be JSON.'])
  })
})

describe('a webhook with a token', () => {
  it('sends the same event as a signed one', async () => {
    const { post, requests } = await startCrm()
    expect(await post(postToken(DEAL))).toEqual([200, 'Queued.'])
    expect(await post(sign(DEAL))).toEqual([200, 'Queued before.'])
    expect(requests).toHaveLength(1)
    expect(JSON.stringify([requests, logged])).not.toContain(TOKEN)
  })

  it('is not accepted if the token is short', async () => {
    const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
    expect(() => createCrm({ add: vi.fn(), secrets: { token: TOKEN.slice(1) } })).toThrow(
      'CRM_TOKEN must have at least 32 characters. Use `openssl rand -hex 32`.',
    )
  })

  it("is posted by the guide's script for Google Sheets when a stage is edited", async () => {
    const { handle, requests, outbox } = await startCrm()
    const rows = [
      ['deal_id', 'stage', 'capi_visitor', 'parent_email', 'student'],
      [4711, 'qualified', JSON.stringify(VISITOR), PARENT.parent_email, 'Liv Berg'],
    ]
    const responses: Promise<Response>[] = []
    const onStage = runInNewContext(`${readSample('Code.gs')}; onStage`, {
      PropertiesService: {
        getScriptProperties: () => ({
          getProperty: (name: string) => name === 'CRM_TOKEN' && TOKEN,
        }),
      },
      UrlFetchApp: {
        fetch: (url: string, { payload, headers }: { payload: string; headers: HeadersInit }) =>
          responses.push(handle(new Request(url, { method: 'POST', headers, body: payload }))),
      },
    })
    const edit = (row: number, column: number) => {
      const getRange = (from: number) => ({ getValues: () => [rows[from - 1]] })
      const sheet = { getLastColumn: () => 5, getRange }
      onStage({ range: { getRow: () => row, getColumn: () => column, getSheet: () => sheet } })
    }
    edit(2, 4)
    edit(1, 2)
    expect(responses).toEqual([])
    edit(2, 2)
    expect(await (await responses[0]!).text()).toBe('Queued.')
    await outbox.deliver()
    const events = requests.map(({ data }) => data[0])
    expect(events).toMatchObject([{ event_name: 'Qualified', event_id: 'CRM-4711-Qualified' }])
    expect(JSON.stringify(events)).not.toContain('Liv')
  })

  it("is posted by the guide's code for Zapier", async () => {
    const { handle, requests, outbox } = await startCrm()
    const { changed_at: _, created_at: _at, ...values } = DEAL
    const globals = {
      inputData: { ...values, token: TOKEN },
      fetch: (url: string, init: RequestInit) => handle(new Request(url, init)),
    }
    const code = `(async () => { let output; ${readSample('Code by Zapier')}; return output })()`
    expect(await runInNewContext(code, globals)).toEqual({ text: 'Queued.' })
    await outbox.deliver()
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(requests)).not.toMatch(/Liv|B2/)
  })
})

/** Returns the guide's code sample whose first line is a comment with this name. */
function readSample(name: string): string {
  const guide = readFileSync(new URL('../../docs/guides/crm.md', import.meta.url), 'utf8')
  return guide.split(`\`\`\`javascript\n// ${name}\n`)[1]!.split('\n```')[0]!
}

describe('a webhook of amoCRM', () => {
  /** A stage change, with some of the documented fields. */
  const lead = {
    id: '15318175',
    name: 'Liv Berg, B2',
    status_id: '142',
    price: '1000',
    custom_fields: [
      { id: '1246491', name: 'Date', values: ['1725915600'] },
      { id: '1118164', name: 'Student', values: [{ value: 'Liv Berg' }] },
      { id: '1246489', name: 'Level', values: [{ value: 'B2', enum: '908107' }] },
      { id: '1246500', name: 'capi_visitor', values: [{ value: JSON.stringify(VISITOR) }] },
      { id: '1246501', name: 'parent_email', values: [{ value: PARENT.parent_email }] },
    ],
    created_at: nowS - 3600,
    updated_at: nowS - 60,
  }
  const account = { subdomain: 'school', id: '12345678' }

  it('sends the events of all its leads', async () => {
    const { post, requests } = await startCrm()
    const instant = {
      ...lead,
      id: '15318176',
      status_id: 'new',
      custom_fields: [{ id: '1', name: 'meta_lead_id', values: [{ value: LEAD_ID }] }],
    }
    const body = { leads: { add: [instant], status: [lead, { ...lead, id: '3' }] }, account }
    expect(await post(postAmo(body))).toEqual([200, 'Queued.\nQueued.\nQueued.'])
    expect(requests.map(({ data }) => data[0])).toMatchObject([
      { event_id: 'amoCRM-15318176-InitialLead', custom_data: { lead_event_source: 'amoCRM' } },
      {
        event_name: 'Contract',
        event_id: 'amoCRM-15318175-Contract',
        event_time: nowS - 60,
        user_data: { fbp: VISITOR.fbp, em: hashPii('em', PARENT.parent_email) },
      },
      { event_id: 'amoCRM-3-Contract' },
    ])
    expect(JSON.stringify(requests)).not.toMatch(/Liv|B2|school"/)
  })

  it.each([
    { leads: { delete: [{ id: '1', status_id: '142' }] } },
    { contacts: { add: [lead] } },
    {},
  ])('about something else sends nothing: %j', async (body) => {
    const { post, requests } = await startCrm()
    expect(await post(postAmo(body))).toEqual([200, ''])
    expect(requests).toEqual([])
  })

  it('with hundreds of thousands of fields is read in a moment', async () => {
    const { handle } = await startCrm()
    const body = Array.from({ length: 40_000 }, (_, i) => `leads[add][${i}][id]=1`).join('&')
    const request = new Request(`${SITE}/crm/amocrm/${AMO_SECRET}`, { method: 'POST', body })
    expect((await handle(request)).status).toBe(200)
  })
})

it.each([
  ['signed, with another secret', sign(DEAL, { secret: 'other' })],
  ['signed 6 minutes ago', sign(DEAL, { timestamp: nowS - 360 })],
  ['signed in the future', sign(DEAL, { timestamp: nowS + 360 })],
  ['with a timestamp that is not a number', sign(DEAL, { timestamp: 'now' as never })],
  ['without a signature', new Request(`${SITE}/crm/signed`, { method: 'POST', body: '{}' })],
  ['with another body than the signed one', new Request(sign(DEAL), { body: '{}' })],
  ['with another token', postToken(DEAL, `Bearer ${TOKEN}x`)],
  ['with the start of the token', postToken(DEAL, `Bearer ${TOKEN.slice(0, -1)}`)],
  ['with the token of another scheme', postToken(DEAL, `Basic ${TOKEN}`)],
  ['with the token in the URL', postToken(DEAL, '', `?token=${TOKEN}`)],
  ['of amoCRM, without the secret', postAmo({}, '')],
  ['of amoCRM, with another secret', postAmo({}, `${AMO_SECRET}x`)],
])('rejects a webhook %s', async (_, request) => {
  const { post, requests } = await startCrm()
  expect(await post(request)).toEqual([401, 'Invalid signature'])
  expect(requests).toEqual([])
})

it.each(['signed', 'token', 'amocrm', 'amocrm/undefined', 'constructor', ''])(
  'responds with 404 to /crm/%s without its secret',
  async (path) => {
    const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
    const handle = createCrm({ add: vi.fn(), secrets: { signed: '' } })
    const response = await handle(
      new Request(`${SITE}/crm/${path}`, { method: 'POST', body: '{}' }),
    )
    expect(response.status).toBe(404)
  },
)

describe('the outbox', () => {
  it('keeps an event while Meta does not accept it, and contains no unhashed personal data', async () => {
    const { post, emulator, path, requests } = await startCrm({ accessToken: 'expired' })
    await post(sign(DEAL))
    expect([requests.length, emulator.events()]).toEqual([1, []])
    const content = readFileSync(path, 'latin1')
    expect(content).toContain(hashPii('em', PARENT.parent_email))
    expect(content).not.toMatch(/[Aa]nna|[Bb]erg|mail\.example|174.?06|Liv|B2/)
    expect(statSync(path).mode & 0o777).toBe(0o600)

    const later = await startCrm({ path, nowMs: Date.now() + 3_600_000 })
    await later.outbox.deliver()
    expect(later.emulator.events()).toMatchObject([{ event_id: 'CRM-4711-Qualified' }])
    expect(readFileSync(path, 'latin1')).not.toContain(VISITOR.fbp)
    expect(await later.post(sign(DEAL))).toEqual([200, 'Queued before.'])
  })

  it('gives an event up after 7 days, with an outcome', async () => {
    const { post, outcomes, requests } = await startCrm()
    await post(sign({ ...DEAL, created_at: 0, changed_at: nowS - 8 * 86_400 }))
    expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'too_old' }])
    expect(requests).toEqual([])
  })
})

describe('server.ts', () => {
  const started = useServer((META_GRAPH_URL) =>
    recipe.startServer({
      ...ENV,
      META_GRAPH_URL,
      CRM_SIGNING_SECRET: SIGNING_SECRET,
      CRM_OUTBOX: join(folder.path, 'server.sqlite'),
    }),
  )

  it('sends the stage of a signed webhook', async () => {
    const { headers, body } = sign(DEAL)
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const response = await fetch(`${started.origin}/crm/signed`, init)
    expect(await response.text()).toBe('Queued.')
    await vi.waitUntil(() => started.emulator.events().length > 0, { timeout: 30_000 })
    expect(started.emulator.events()).toMatchObject([{ event_name: 'Qualified' }])
  })

  it('serves the script of the form', async () => {
    const response = await fetch(`${started.origin}/crm-form.js`)
    expect(response.headers.get('Content-Type')).toBe('text/javascript')
    expect(await response.text()).toContain('setCrmConsent')
  })
})

interface Settings {
  accessToken?: string
  path?: string
  nowMs?: number
}

let files = 0

/** Starts the recipe with an emulator. */
async function startCrm({
  accessToken = ENV.META_ACCESS_TOKEN,
  path = join(folder.path, `${files++}.sqlite`),
  nowMs = Date.now(),
}: Settings = {}) {
  const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
  const { openOutbox } = await import(join(recipe.folder, 'outbox.ts'))
  const emulator = createEmulator()
  const outcomes: Outcome[] = []
  const requests: { data: any[] }[] = []
  const onOutcome = (outcome: Outcome) => void outcomes.push(outcome)
  const send = createSender({
    config: readConfig({ ...ENV, META_ACCESS_TOKEN: accessToken }),
    fetch: (input, init) => {
      requests.push(JSON.parse(String(init!.body)))
      return emulator.fetch(input, init)
    },
    onOutcome,
  })
  const outbox = openOutbox(path, createRedelivery(send, { onOutcome }), () => nowMs)
  onTestFinished(() => outbox.close())
  const handle: (request: Request) => Promise<Response> = createCrm({
    add: outbox.add,
    secrets: {
      signed: SIGNING_SECRET,
      amocrm: AMO_SECRET,
      token: TOKEN,
    },
  })
  return { emulator, outcomes, requests, outbox, path, handle, post }

  async function post(request: Request): Promise<[number, string]> {
    const response = await handle(request)
    await outbox.deliver()
    return [response.status, await response.text()]
  }
}

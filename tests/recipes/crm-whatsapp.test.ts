import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createRedelivery, createSender, type Outcome, readConfig } from '@conversion-capi/core'
import { createEmulator } from '@conversion-capi/emulator'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { LEAD_ID, sign, SIGNING_SECRET, SITE, VISITOR } from './crm-requests.ts'
import { useRecipe } from './prepare-recipe.ts'

const DAY_S = 86_400
const SECRET = 'app-secret'
const nowS = Math.floor(Date.now() / 1000)
const CLICK_ID = 'ARAkLkA8rmlFeiCktEJQ-QTwRiyYHAFDLMNDBH0CD3qpjd0HR4irJ6LEkR7JwFF4XvnO2E4Nx0'
const ACCOUNT = '102290129340398'

/**
 * A message with the documented fields, of which the recipe reads three. Only the first message after a click on an ad has
 * a `referral`.
 *
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 * @see https://github.com/baptisteArno/typebot.io/issues/1906 (a received webhook)
 */
const MESSAGE = {
  referral: {
    source_url: 'https://fb.me/exampleAd',
    source_id: '120200000000000000',
    source_type: 'ad',
    headline: 'Chat with us',
    body: 'A trial lesson for free',
    media_type: 'image',
    image_url: 'https://school.example/ad.jpg',
    ctwa_clid: CLICK_ID,
  },
  from: '46701740605',
  id: 'wamid.HBgLNDY3MDE3NDA2MDU',
  timestamp: String(nowS - 3600),
  type: 'text',
  text: { body: 'Hi! My daughter Liv is in grade 7.' },
}
const DEAL = {
  deal_id: '4711',
  stage: 'new',
  changed_at: nowS - 60,
  created_at: nowS - 600,
  parent_phone: '+46 70 174 06 05',
}
const NO_CLICK = 'No visitor data, and no ad opened a chat with this phone in WhatsApp.'

const recipe = useRecipe('crm-webhook')
const folder = useFolder()

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
})

describe('a lead from an ad that opens WhatsApp', () => {
  it.each([
    ['new', 'LeadSubmitted'],
    ['qualified', 'QualifiedLead'],
  ])('is sent to Meta at the stage "%s" as %s, with its click ID only', async (stage, name) => {
    const { post, emulator, requests, path } = await startCrm()
    expect(await post(signWhatsApp(MESSAGE))).toEqual([200, ''])
    expect(requests).toEqual([])
    expect(await post(sign({ ...DEAL, stage }))).toEqual([200, 'Queued.'])
    expect(requests.map(({ data }) => data)).toEqual([
      [
        {
          event_name: name,
          event_id: `CRM-4711-${name}`,
          event_time: nowS - 60,
          action_source: 'business_messaging',
          messaging_channel: 'whatsapp',
          user_data: { ctwa_clid: CLICK_ID, whatsapp_business_account_id: ACCOUNT },
        },
      ],
    ])
    expect(emulator.rejections()).toEqual([])
    expect(emulator.events()).toMatchObject([{ event_name: name, warnings: [] }])
    expect(readFileSync(path, 'latin1')).not.toMatch(/4670|Liv|grade|wamid|school\.example/)
  })

  it('is sent with the latest click, even if Meta repeats an earlier webhook', async () => {
    const { post, requests } = await startCrm()
    const later = { ...MESSAGE, timestamp: String(nowS - 90), referral: { ctwa_clid: 'later' } }
    for (const message of [MESSAGE, later, MESSAGE]) await post(signWhatsApp(message))
    await post(sign(DEAL))
    expect(requests.map(({ data }) => data[0].user_data.ctwa_clid)).toEqual(['later'])
  })

  it.each([
    ['5215512345678', '+52 55 1234 5678'],
    ['525512345678', '+52 1 55 1234 5678'],
    ['5491123456789', '+54 11 2345-6789'],
    ['541123456789', '+54 9 11 2345-6789'],
    ['5493412345678', '+54 341 15 234-5678'],
    ['559281723241', '+55 (92) 98172-3241'],
    ['5511987654321', '+55 11 8765-4321'],
    ['22518139912', '+225 07 18 13 99 12'],
    ['551133224455', '+55 11 3322-4455'],
  ])('of %s is found for %s in the CRM', async (from, parent_phone) => {
    const { post } = await startCrm()
    await post(signWhatsApp({ ...MESSAGE, from }))
    expect(await post(sign({ ...DEAL, parent_phone }))).toEqual([200, 'Queued.'])
  })

  it.each<[string, object, object, string]>([
    [
      'a landline of Brazil with a 9',
      { from: '551133224455' },
      { parent_phone: '+55 11 93322-4455' },
      NO_CLICK,
    ],
    ['no ad', { referral: undefined }, {}, NO_CLICK],
    ['a post without a click ID', { referral: { source_type: 'post' } }, {}, NO_CLICK],
    ['another phone', { from: '46701740606' }, {}, NO_CLICK],
    ['no phone in the CRM', {}, { parent_phone: '' }, NO_CLICK],
    ['no phone in the webhook', { from: undefined }, {}, NO_CLICK],
    ['a click 28 days ago', { timestamp: String(nowS - 28 * DAY_S - 60) }, {}, NO_CLICK],
    ['a stage without a name of Meta', {}, { stage: 'trial' }, 'No visitor data.'],
  ])('is not sent with %s', async (_, message, deal, text) => {
    const { post, requests } = await startCrm()
    await post(signWhatsApp({ ...MESSAGE, ...message }))
    expect(await post(sign({ ...DEAL, ...deal }))).toEqual([200, text])
    expect(requests).toEqual([])
  })

  it('is given up, with a sentence, if the stage is more than 7 days old', async () => {
    const { post, outcomes, requests } = await startCrm()
    await post(signWhatsApp(MESSAGE))
    await post(sign({ ...DEAL, changed_at: nowS - 7 * DAY_S - 60 }))
    expect(outcomes).toMatchObject([
      { kind: 'rejected', error: expect.stringContaining('at most 7 days ago') },
      { kind: 'given_up', reason: 'declined' },
    ])
    expect(requests).toEqual([])
  })

  it.each([
    [{ capi_visitor: JSON.stringify(VISITOR), stage: 'qualified' }, 'Qualified'],
    [{ meta_lead_id: LEAD_ID }, 'InitialLead'],
  ])('is sent once if the CRM also knows %j', async (fields, name) => {
    const { post, requests } = await startCrm()
    await post(signWhatsApp(MESSAGE))
    await post(sign({ ...DEAL, ...fields }))
    expect(requests.map(({ data }) => data[0])).toMatchObject([
      { event_name: name, action_source: 'system_generated' },
    ])
  })
})

describe('the webhook of WhatsApp', () => {
  it.each([
    ['another secret', signWhatsApp(MESSAGE, 'other')],
    ['another body', new Request(signWhatsApp(MESSAGE), { body: '{}' })],
    ['no signature', new Request(`${SITE}/crm/whatsapp`, { method: 'POST', body: '{}' })],
    ['a GET without the text', new Request(`${SITE}/crm/whatsapp?hub.challenge=1`)],
  ])('is rejected with %s', async (_, request) => {
    expect(await (await startCrm()).post(request)).toEqual([401, 'Invalid signature'])
  })

  it('confirms its URL to Meta', async () => {
    const query = 'hub.mode=subscribe&hub.verify_token=text&hub.challenge=1158201444'
    const { post } = await startCrm()
    expect(await post(new Request(`${SITE}/crm/whatsapp?${query}`))).toEqual([200, '1158201444'])
  })

  it.each(['null', '[]', '{"entry":[null,{"changes":[{"value":7}]}]}', '{"entry":{}}'])(
    'with the body %s stores nothing',
    async (body) => {
      expect(await (await startCrm()).post(signWhatsApp(body))).toEqual([200, ''])
    },
  )
})

function signWhatsApp(message: object | string, secret = SECRET): Request {
  const metadata = { display_phone_number: '46850000000', phone_number_id: '106540352242922' }
  const value = { messaging_product: 'whatsapp', metadata, messages: [message] }
  const entry = [{ id: ACCOUNT, changes: [{ field: 'messages', value }] }]
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const body = typeof message === 'string' ? message : json
  const hmac = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'X-Hub-Signature-256': `sha256=${hmac}` }
  return new Request(`${SITE}/crm/whatsapp`, { method: 'POST', headers, body })
}

let files = 0

async function startCrm() {
  const { createCrm } = await import(join(recipe.folder, 'crm.ts'))
  const { openOutbox } = await import(join(recipe.folder, 'outbox.ts'))
  const emulator = createEmulator()
  const outcomes: Outcome[] = []
  const requests: { data: any[] }[] = []
  const onOutcome = (outcome: Outcome) => void outcomes.push(outcome)
  const send = createSender({
    config: readConfig({ META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }),
    fetch: (input, init) => {
      requests.push(JSON.parse(String(init!.body)))
      return emulator.fetch(input, init)
    },
    onOutcome,
  })
  const path = join(folder.path, `${files++}.sqlite`)
  const outbox = openOutbox(path, createRedelivery(send, { onOutcome }))
  onTestFinished(() => outbox.close())
  const whatsApp = { secret: SECRET, verifyToken: 'text' }
  const handle = createCrm({ ...outbox, secrets: { signed: SIGNING_SECRET }, whatsApp })
  return { emulator, outcomes, requests, path, post }

  async function post(request: Request): Promise<[number, string]> {
    const response: Response = await handle(request)
    await outbox.deliver()
    return [response.status, await response.text()]
  }
}

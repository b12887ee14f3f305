import { join } from 'node:path'

import {
  createHandler,
  createRedelivery,
  createSender,
  type Outcome,
  readConfig,
} from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { createEmulator } from '@conversion-capi/emulator'
import {
  getPort,
  LONG_TIMEOUTS,
  startProcess,
  type StartedProcess,
} from '@conversion-capi/test-support'
import { serve } from 'srvx'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type PreparedRecipe, prepareRecipe } from './prepare-recipe.ts'

const SECRET = 'whsec_test'
const SITE = 'https://school.example'
const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }
const CUSTOMER = { email: 'Anna.Berg@mail.example', phone: '+46 70 174 06 05', name: 'Anna Berg' }
const nowS = Math.floor(Date.now() / 1000)

let recipe: PreparedRecipe

beforeAll(async () => {
  recipe = await prepareRecipe('stripe-webhook')
})

afterAll(() => recipe.remove())

it('type checks', async () => {
  expect(await recipe.typeCheck()).toBe('')
})

describe('the checkout', () => {
  it("stores the visitor's data with the order and redirects to Stripe", async () => {
    const { checkOut } = await createShop()
    const { response, metadata } = await checkOut('e-1')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('https://checkout.stripe.com/c/pay/cs_test_1')
    expect(metadata).toEqual({
      event_id: 'e-1',
      event_source_url: `${SITE}/programs/sailing`,
      fbp: 'fb.1.1795170995788.1093847562',
      fbc: 'fb.1.1795170995788.AbCd',
      client_ip_address: '203.0.113.7',
      client_user_agent: 'Mozilla/5.0',
      site: SITE,
    })
  })

  it.each(['', 'no', 'true'])('stores nothing if the consent is %j', async (consent) => {
    const { checkOut } = await createShop()
    const { response, metadata } = await checkOut('e-1', consent)
    expect([response.status, metadata]).toEqual([303, {}])
  })

  it('rejects an endless form', async () => {
    const { handleCheckout } = await createShop()
    const form = createEndlessBody('event_id=')
    expect((await handleCheckout(toRequest(form.stream))).status).toBe(413)
    expect(form.sentBytes()).toBeLessThan(1_200_000)
  })

  it('creates an id if the page sends none', async () => {
    const { checkOut } = await createShop()
    expect((await checkOut('')).metadata['event_id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the webhook', () => {
  it('sends the Purchase with the data of the checkout and of the payment', async () => {
    const { checkOut, deliver, emulator } = await createShop()
    const { metadata } = await checkOut('e-1')
    const response = await deliver(completed({ metadata }))
    expect([response.status, await response.text()]).toEqual([200, 'accepted'])
    expect(emulator.rejections()).toEqual([])
    expect(emulator.events()).toMatchObject([
      {
        event_name: 'Purchase',
        event_id: 'e-1',
        event_time: nowS,
        event_source_url: `${SITE}/programs/sailing`,
        user_data: {
          em: hashPii('em', CUSTOMER.email),
          ph: hashPii('ph', CUSTOMER.phone),
          fn: hashPii('fn', 'Anna'),
          ln: hashPii('ln', 'Berg'),
          fbp: 'fb.1.1795170995788.1093847562',
          client_ip_address: '203.0.113.7',
          client_user_agent: 'Mozilla/5.0',
        },
        custom_data: { value: 240, currency: 'EUR' },
      },
    ])
  })

  it("is counted once with the page's copies and its own second delivery", async () => {
    const { checkOut, deliver, emulator } = await createShop()
    await sendFromPage('e-1', emulator.fetch)
    const { metadata } = await checkOut('e-1')
    await deliver(completed({ metadata }))
    await deliver(completed({ metadata }))
    const copies = emulator.events()
    expect(copies.map(({ source }) => source)).toEqual(['browser', 'server', 'server', 'server'])
    expect(copies.filter(({ counted }) => counted)).toHaveLength(1)
  })

  it('sends no unhashed personal data', async () => {
    const { checkOut, deliver, requests } = await createShop()
    const { metadata } = await checkOut('e-1')
    await deliver(completed({ metadata }))
    expect(requests).toHaveLength(1)
    expect(requests[0]).toContain(hashPii('em', CUSTOMER.email))
    expect(requests[0]).not.toMatch(/anna|berg|mail\.example|174.?06/i)
  })

  it('responds with 503 while the access token is wrong, and 200 when it is replaced', async () => {
    const expired = await createShop({ accessToken: 'expired' })
    const { metadata } = await expired.checkOut('e-1')
    expect((await expired.deliver(completed({ metadata }))).status).toBe(503)
    expect(expired.outcomes).toMatchObject([{ kind: 'upstream_error', code: 190 }])

    const replaced = await createShop()
    expect((await replaced.deliver(completed({ metadata }))).status).toBe(200)
    expect(replaced.emulator.events()).toMatchObject([{ event_id: 'e-1', event_time: nowS }])
  })

  it("does not send a payment that is older than Meta's deduplication, and reports it", async () => {
    const { deliver, outcomes, emulator } = await createShop()
    const response = await deliver(completed({}, nowS - 48 * 3600))
    expect([response.status, await response.text()]).toEqual([200, 'given_up'])
    expect(outcomes).toMatchObject([{ kind: 'given_up', reason: 'too_old', eventId: 'e-1' }])
    expect(emulator.events()).toEqual([])
  })

  it('rejects a body that Stripe has not signed', async () => {
    const { deliver, emulator } = await createShop()
    expect((await deliver(completed(), 'whsec_other')).status).toBe(400)
    expect(emulator.events()).toEqual([])
  })

  it('waits for the payment if the payment method is delayed', async () => {
    const { deliver, emulator } = await createShop()
    expect((await deliver(completed({ payment_status: 'unpaid' }))).status).toBe(200)
    expect(emulator.events()).toEqual([])

    await deliver({ ...completed(), type: 'checkout.session.async_payment_succeeded' })
    expect(emulator.events()).toHaveLength(1)
  })

  it.each([
    ['the checkout stored nothing', {}],
    ['the session is of a payment link', null],
    ['the metadata is of another program', { order: '7', fbp: 'fb.1.1795170995788.1093847562' }],
    ['the checkout is of another site', { event_id: 'e-1', site: 'https://other.example' }],
  ])('sends nothing if %s', async (_, metadata) => {
    const { deliver, requests, outcomes } = await createShop()
    const response = await deliver(completed({ metadata }))
    expect([response.status, await response.text()]).toEqual([200, 'No visitor data'])
    expect([requests, outcomes]).toEqual([[], []])
  })

  it('sends nothing for a visitor without consent, from the checkout to the payment', async () => {
    const { checkOut, deliver, requests } = await createShop()
    const { metadata } = await checkOut('e-1', '')
    await deliver(completed({ metadata }))
    expect(requests).toEqual([])
  })

  it('rejects an endless body before it is read', async () => {
    const { handleWebhook } = await createShop()
    const body = createEndlessBody('{')
    expect((await handleWebhook(toRequest(body.stream))).status).toBe(413)
    expect(body.sentBytes()).toBeLessThan(1_200_000)
  })

  it.each([
    ['jpy', 24_000, 24_000],
    ['isk', 2_400_000, 24_000],
    ['kwd', 240_000, 240],
  ])("converts Stripe's amounts in %s", async (currency, amount_total, value) => {
    const { deliver, emulator } = await createShop()
    await deliver(completed({ currency, amount_total }))
    const [event] = emulator.events()
    expect(event!.custom_data).toEqual({ value, currency: currency.toUpperCase() })
  })
})

describe('server.ts', () => {
  let started: StartedProcess
  const emulator = createEmulator()
  const graph = serve({ port: 0, hostname: '127.0.0.1', silent: true, fetch: emulator.fetch })

  beforeAll(async () => {
    const port = await getPort()
    await graph.ready()
    started = await startProcess('node', ['server.ts'], {
      cwd: recipe.folder,
      env: {
        ...ENV,
        META_GRAPH_URL: graph.url!,
        ...LONG_TIMEOUTS,
        PORT: String(port),
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: SECRET,
        SITE_URL: SITE,
      },
      origin: `http://127.0.0.1:${port}`,
    })
  })

  afterAll(async () => {
    await started?.close()
    await graph.close()
  })

  it('receives a webhook', async () => {
    const webhook = sign(completed())
    const response = await fetch(`${started.origin}/stripe-webhook`, webhook)
    expect(await response.text()).toBe('accepted')
    expect(emulator.events()).toMatchObject([{ event_name: 'Purchase', event_id: 'e-1' }])
  })

  it('rejects a long body', async () => {
    const response = await fetch(`${started.origin}/stripe-webhook`, {
      method: 'POST',
      body: 'x'.repeat(1_000_001),
    })
    expect(response.status).toBe(413)
  })
})

/** Creates the handlers of the recipe with an emulator and a stub of Stripe's API. */
async function createShop({ accessToken = ENV.META_ACCESS_TOKEN } = {}) {
  const { createPayments } = await import(join(recipe.folder, 'payments.ts'))
  const emulator = createEmulator()
  const outcomes: Outcome[] = []
  const requests: string[] = []
  const created: URLSearchParams[] = []
  const onOutcome = (outcome: Outcome) => void outcomes.push(outcome)
  const send = createSender({
    config: readConfig({ ...ENV, META_ACCESS_TOKEN: accessToken }),
    fetch: (input, init) => {
      requests.push(JSON.stringify([input, init]))
      return emulator.fetch(input, init)
    },
    onOutcome,
  })
  const stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(async (_input, init) => {
      created.push(new URLSearchParams(String(init?.body)))
      return Response.json({ id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' })
    }),
    telemetry: false,
  })
  const { handleCheckout, handleWebhook } = createPayments({
    stripe,
    webhookSecret: SECRET,
    price: 'price_1',
    site: SITE,
    redeliver: createRedelivery(send, { onOutcome }),
  })
  return { emulator, outcomes, requests, checkOut, deliver, handleCheckout, handleWebhook }

  async function checkOut(eventId: string, consent = 'yes') {
    const request = new Request(`${SITE}/checkout`, {
      method: 'POST',
      headers: {
        Cookie: 'a=1; _fbp=fb.1.1795170995788.1093847562; _fbc=fb.1.1795170995788.AbCd',
        Referer: `${SITE}/programs/sailing?utm_source=mail`,
        'User-Agent': 'Mozilla/5.0',
        'X-Forwarded-For': '203.0.113.7',
      },
      body: new URLSearchParams({ event_id: eventId, consent }),
    })
    const response: Response = await handleCheckout(request)
    const entries = [...created.at(-1)!].flatMap(([key, value]) => {
      const name = /^metadata\[(.+)\]$/.exec(key)?.[1]
      return name ? [[name, value]] : []
    })
    return { response, metadata: Object.fromEntries(entries) as Record<string, string> }
  }

  function deliver(event: object, secret?: string): Promise<Response> {
    return handleWebhook(new Request(`${SITE}/stripe-webhook`, sign(event, secret)))
  }
}

/** Returns a webhook request, signed as Stripe does. */
function sign(event: object, secret = SECRET) {
  const payload = JSON.stringify(event)
  const { webhooks } = new Stripe('sk_test_1')
  const signature = webhooks.generateTestHeaderString({ payload, secret })
  return { method: 'POST', headers: { 'Stripe-Signature': signature }, body: payload }
}

/** Returns the event that Stripe documents for a completed checkout. */
function completed(session: object = {}, created = nowS) {
  return {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-01-28.clover',
    created,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_test_1',
        object: 'checkout.session',
        amount_subtotal: 24_000,
        amount_total: 24_000,
        client_reference_id: null,
        created: created - 60,
        currency: 'eur',
        customer: null,
        customer_details: { ...CUSTOMER, address: { country: 'SE' }, tax_exempt: 'none' },
        customer_email: null,
        livemode: false,
        metadata: { event_id: 'e-1', site: SITE },
        mode: 'payment',
        payment_intent: 'pi_1',
        payment_status: 'paid',
        status: 'complete',
        url: null,
        ...session,
      },
    },
  }
}

function toRequest(body: ReadableStream): Request {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return new Request(SITE, init)
}

/** Returns a body that never ends, and how many bytes of it were read. */
function createEndlessBody(start: string) {
  const chunk = new TextEncoder().encode(start.padEnd(65_536, 'x'))
  let bytes = 0
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
      bytes += chunk.length
      // Otherwise, the test would use all memory if nothing limits the body.
      if (bytes > 20_000_000) controller.close()
    },
  })
  return { stream, sentBytes: () => bytes }
}

/** Sends the Purchase as a page does: with the pixel and through the proxy. */
async function sendFromPage(eventId: string, fetch: typeof globalThis.fetch): Promise<void> {
  const query = `id=${ENV.META_PIXEL_ID}&ev=Purchase&eid=${eventId}&cd[value]=240&cd[currency]=EUR`
  await fetch(`https://www.facebook.com/tr?${query}`)
  const handle = createHandler({ config: readConfig(ENV), fetch })
  const event = {
    event_name: 'Purchase',
    event_id: eventId,
    user_data: { fbp: 'fb.1.1795170995788.1093847562' },
    custom_data: { value: 240, currency: 'EUR' },
  }
  const body = JSON.stringify(event)
  await handle(new Request(`${SITE}/functions/v1/conversion-capi`, { method: 'POST', body }))
}

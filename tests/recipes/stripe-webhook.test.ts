import { createHandler, readConfig } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { type StartedProcess, startServer } from '@conversion-capi/test-support'
import { describe, expect, it } from 'vitest'

import { useRecipe, useServer } from './prepare-recipe.ts'
import {
  ADDRESS,
  completed,
  createShop as createShopOf,
  CUSTOMER,
  ENV,
  nowS,
  readMetadata,
  SECRET,
  type ShopOptions,
  sign,
  SITE,
} from './stripe-shop.ts'

const recipe = useRecipe('stripe-webhook')

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

  it.each(['multipart/form-data', 'application/json', 'text/plain'])(
    'redirects to Stripe without visitor data if the form has the unreadable type %s',
    async (type) => {
      const { handleCheckout, created } = await createShop()
      const headers = { 'Content-Type': type }
      const request = new Request(`${SITE}/checkout`, {
        method: 'POST',
        headers,
        body: 'consent=yes',
      })
      expect((await handleCheckout(request)).status).toBe(303)
      expect(readMetadata(created[0]!)).toEqual({})
    },
  )
})

describe('the webhook', () => {
  it('sends the Purchase with the data of the checkout and of the payment', async () => {
    const { checkOut, deliver, emulator } = await createShop()
    const { metadata } = await checkOut('e-1')
    expect(await deliver(completed({ metadata }))).toEqual({ status: 200, text: 'accepted' })
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
          ct: hashPii('fn', ADDRESS.city),
          fbp: 'fb.1.1795170995788.1093847562',
          client_ip_address: '203.0.113.7',
          client_user_agent: 'Mozilla/5.0',
        },
        custom_data: { value: 240, currency: 'EUR' },
      },
    ])
  })

  it('sends the program of the checkout', async () => {
    const { checkOut, deliver, emulator } = await createShop()
    const { metadata } = await checkOut('e-1', 'yes', { capi_program: 'sailing' })
    await deliver(completed({ metadata }))
    expect(emulator.events()[0]!.custom_data).toEqual({
      content_ids: ['sailing'],
      content_type: 'product',
      value: 240,
      currency: 'EUR',
    })
  })

  it("is counted once with the page's copies and its own second delivery", async () => {
    const { checkOut, deliver, emulator } = await createShop()
    await sendFromPage('e-1', emulator.fetch)
    const { metadata } = await checkOut('e-1')
    await deliver(completed({ metadata }))
    expect(await deliver(completed({ metadata }))).toEqual({ status: 200, text: 'sent before' })
    const copies = emulator.events()
    expect(copies.map(({ source }) => source)).toEqual(['browser', 'server', 'server'])
    expect(copies.filter(({ counted }) => counted)).toHaveLength(1)
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
    expect(await deliver(completed({ metadata }))).toEqual({ status: 200, text: 'No visitor data' })
    expect([requests, outcomes]).toEqual([[], []])
  })
})

describe('server.ts', () => {
  const started = useServer(start)

  it('receives a webhook', async () => {
    const webhook = await sign(completed())
    const response = await fetch(`${started.origin}/stripe-webhook`, webhook)
    expect(await response.text()).toBe('accepted')
    expect(started.emulator.events()).toMatchObject([{ event_name: 'Purchase', event_id: 'e-1' }])
  })

  it('knows after a kill that the event may have been sent', async () => {
    const requests: string[] = []
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    const hanging = await startServer((request) => {
      requests.push(request.url!)
      resolve()
    })
    const webhook = await sign(completed({ metadata: { event_id: 'e-2', site: SITE } }))
    const killed = await start(hanging.url)
    const response = fetch(`${killed.origin}/stripe-webhook`, webhook).catch(() => 'killed')
    await reached
    await killed.close()
    expect(await response).toBe('killed')
    await hanging.close()

    const again = await fetch(`${started.origin}/stripe-webhook`, webhook)
    expect([again.status, await again.text()]).toEqual([503, 'claimed before'])
    expect(requests).toHaveLength(1)
  })

  function start(graphUrl: string): Promise<StartedProcess> {
    return recipe.startServer({
      ...ENV,
      META_GRAPH_URL: graphUrl,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: SECRET,
      SITE_URL: SITE,
    })
  }
})

function createShop(options?: ShopOptions) {
  return createShopOf(recipe.folder, options)
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

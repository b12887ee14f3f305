import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { logOutcome } from '@conversion-capi/core'
import { hashPii } from '@conversion-capi/core/pii'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useRecipe } from './prepare-recipe.ts'
import {
  createEvent,
  createInvoice,
  createRefund,
  createSession,
  createShop as createShopOf,
  CUSTOMER,
  nowS,
  type ShopOptions,
  SITE,
  type StripeInvoice,
} from './stripe-shop.ts'

const DAY_S = 86_400
const ACCEPTED = { status: 200, text: 'accepted' }
const METADATA = { event_id: 'e-1', site: SITE, fbp: 'fb.1.1795170995788.1093847562' }
/** The customer, as all events identify him. */
const HASHED = {
  em: hashPii('em', CUSTOMER.email),
  ph: hashPii('ph', CUSTOMER.phone),
  fn: hashPii('fn', 'Anna'),
  ln: hashPii('ln', 'Berg'),
}
const UNHASHED = /anna|berg|mail\.example|174.?06|visby|621.?57|gotland|strandgatan/i

const recipe = useRecipe('stripe-webhook')
let logged: string[]

beforeEach(() => {
  logged = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void logged.push(values.join(' ')))
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  if (UNHASHED.test(logged.join('\n'))) throw new Error('A log line contains personal data.')
})

describe('a subscription', () => {
  it('sends the first payment as Purchase, with the data of the checkout and of the invoice', async () => {
    const { checkOut, created, pay, emulator } = await createShop()
    const { metadata } = await checkOut('e-1')
    expect(created[0]!.get('mode')).toBe('subscription')
    expect(created[0]!.has('metadata[event_id]')).toBe(false)

    expect(await pay(createInvoice(metadata))).toEqual(ACCEPTED)
    expect(emulator.rejections()).toEqual([])
    const [event, ...others] = emulator.events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      event_name: 'Purchase',
      event_id: 'e-1',
      event_time: nowS,
      warnings: [],
      event_source_url: `${SITE}/programs/sailing`,
      action_source: 'website',
      user_data: {
        ...HASHED,
        fbp: 'fb.1.1795170995788.1093847562',
        client_ip_address: '203.0.113.7',
        client_user_agent: 'Mozilla/5.0',
      },
      custom_data: { value: 240, currency: 'EUR' },
    })
    // City, state, zip code and country too.
    const { ct, st, zp, country } = event!.user_data as Record<string, string>
    for (const hash of [ct, st, zp, country]) expect(hash).toMatch(/^[\da-f]{64}$/)
  })

  it('sends the first paid invoice after a trial as an automatic Purchase, without IP and user agent', async () => {
    const { checkOut, pay, clock, emulator } = await createShop()
    const { metadata } = await checkOut('e-1')
    const trial = createInvoice(metadata, { id: 'in_0', amount_paid: 0 })
    expect(await pay(trial)).toEqual({ status: 200, text: 'Nothing was paid' })

    const paidAt = nowS + 14 * DAY_S
    clock.ms = paidAt * 1000
    const first = createInvoice(metadata, { billing_reason: 'subscription_cycle', paidAt })
    expect(await pay(first)).toEqual(ACCEPTED)
    expect(emulator.rejections()).toEqual([])
    const [event] = emulator.events()
    expect(event).toMatchObject({
      event_name: 'Purchase',
      event_id: 'e-1',
      event_time: paidAt,
      warnings: [],
      action_source: 'system_generated',
      user_data: { ...HASHED, fbp: 'fb.1.1795170995788.1093847562' },
    })
    expect(event!.user_data).not.toHaveProperty('client_ip_address')
    expect(event!.user_data).not.toHaveProperty('client_user_agent')
    expect(event).not.toHaveProperty('event_source_url')
  })

  it.each([
    'customer.subscription.created',
    'customer.subscription.trial_will_end',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'invoice.payment_failed',
    'invoice.marked_uncollectible',
    'invoice.voided',
  ])('sends nothing for %s, so nothing for a trial that ends unpaid', async (type) => {
    const { deliver, requests } = await createShop()
    const unpaid = { ...createInvoice(METADATA, { amount_paid: 0 }), status: 'open' }
    expect(await deliver(createEvent(type, unpaid))).toEqual({ status: 200, text: 'Ignored' })
    expect(requests).toEqual([])
  })

  it('sends a later payment as Renewal, with the ID of its invoice', async () => {
    const { pay, data, emulator } = await createShop()
    data.invoices = [createInvoice(METADATA, { paidAt: nowS - 30 * DAY_S })]
    const renewal = createInvoice(METADATA, { id: 'in_2', billing_reason: 'subscription_cycle' })
    expect(await pay(renewal)).toEqual(ACCEPTED)
    expect(emulator.rejections()).toEqual([])
    const [event] = emulator.events()
    expect(event).toMatchObject({
      event_name: 'Renewal',
      event_id: 'in_2',
      event_time: nowS,
      warnings: [],
      action_source: 'system_generated',
      original_event_data: { event_name: 'Purchase', event_id: 'e-1' },
      user_data: HASHED,
      custom_data: { value: 240, currency: 'EUR' },
    })
    expect(event!.user_data).not.toHaveProperty('fbp')
  })

  it('finds the first payment on the last page of the list', async () => {
    const { pay, data, emulator } = await createShop()
    data.invoices = [
      createInvoice(METADATA, { paidAt: nowS - 60 * DAY_S }),
      createInvoice(METADATA, { id: 'in_2', amount_paid: 0, paidAt: nowS - 30 * DAY_S }),
    ]
    await pay(createInvoice(METADATA, { id: 'in_3', billing_reason: 'subscription_cycle' }))
    expect(emulator.events()).toMatchObject([{ event_name: 'Renewal', event_id: 'in_3' }])
  })

  it.each([
    ['in order', (events: object[]) => events],
    ['in reverse order', (events: object[]) => events.toReversed()],
  ])('sends one Purchase and one Renewal if their webhooks arrive %s', async (_, order) => {
    const { deliver, data, emulator } = await createShop()
    const firstPaidAt = nowS - DAY_S
    data.invoices = [
      createInvoice(METADATA, { paidAt: firstPaidAt }),
      createInvoice(METADATA, { id: 'in_2', billing_reason: 'subscription_cycle' }),
    ]
    const [first, second] = data.invoices
    const events = [
      createEvent('invoice.paid', first!, firstPaidAt),
      createEvent('invoice.paid', second!),
    ]
    for (const event of order(events)) expect(await deliver(event)).toEqual(ACCEPTED)
    expect(emulator.events().map(({ event_name, event_id }) => [event_name, event_id])).toEqual(
      order([
        ['Purchase', 'e-1'],
        ['Renewal', 'in_2'],
      ]),
    )
  })

  it('reads the invoice from the API if the API version of the webhook is older', async () => {
    const { deliver, data, emulator } = await createShop()
    data.invoices = [createInvoice(METADATA)]
    const { parent, ...old } = data.invoices[0]!
    await deliver(createEvent('invoice.paid', { ...old, subscription: 'sub_1', paid: true }))
    expect(parent.type).toBe('subscription_details')
    expect(emulator.events()).toMatchObject([{ event_name: 'Purchase', event_id: 'e-1' }])
  })

  it.each([
    ['the visitor did not consent', {}],
    ['the subscription is of another site', { ...METADATA, site: 'https://other.example' }],
    ['the metadata is of another program', { order: '7' }],
    ['the invoice is of no subscription', undefined],
  ])('sends nothing if %s', async (_, metadata) => {
    const { pay, refund, requests } = await createShop()
    const invoice = createInvoice(metadata ?? METADATA)
    if (!metadata) Object.assign(invoice, { parent: null })
    expect(await pay(invoice)).toEqual({ status: 200, text: 'No visitor data' })
    expect((await refund('in_1')).text).toBe('No visitor data')
    expect(requests).toEqual([])
  })
})

describe('a refund', () => {
  it.each([
    ['first payment', 'in_1', { event_name: 'Purchase', event_id: 'e-1' }],
    ['renewal', 'in_2', { event_name: 'Renewal', event_id: 'in_2' }],
    ['single payment', undefined, { event_name: 'Purchase', event_id: 'e-1' }],
  ])('of a %s refers to its event', async (_, invoice, original_event_data) => {
    const { deliver, refund, data, emulator } = await createShop()
    data.sessions = invoice ? [] : [createSession()]
    data.invoices = [
      createInvoice(METADATA, { paidAt: nowS - 30 * DAY_S }),
      createInvoice(METADATA, { id: 'in_2', billing_reason: 'subscription_cycle' }),
    ]
    const refunded = createEvent('refund.created', createRefund())
    expect(await (invoice ? refund(invoice) : deliver(refunded))).toEqual(ACCEPTED)
    expect(emulator.rejections()).toEqual([])
    expect(emulator.events()).toMatchObject([
      {
        event_name: 'Refund',
        event_id: 're_1',
        event_time: nowS,
        warnings: [],
        action_source: 'system_generated',
        original_event_data,
        user_data: HASHED,
        custom_data: { value: 240, currency: 'EUR' },
      },
    ])
  })

  it('can be partial and repeated: each refund is one event with its own amount', async () => {
    const { deliver, data, emulator } = await createShop()
    data.sessions = [createSession()]
    for (const refund of [
      createRefund({ id: 're_1', amount: 4000 }),
      createRefund({ id: 're_2', amount: 20_000 }),
    ]) {
      expect(await deliver(createEvent('refund.created', refund))).toEqual(ACCEPTED)
    }
    expect(emulator.events()).toMatchObject([
      { event_id: 're_1', custom_data: { value: 40, currency: 'EUR' } },
      { event_id: 're_2', custom_data: { value: 200, currency: 'EUR' } },
    ])
  })

  it('is sent when it has succeeded, once, and not for later updates', async () => {
    const { deliver, data, sent, emulator } = await createShop()
    data.sessions = [createSession()]
    const pending = createRefund({ status: 'pending' })
    const waiting = { status: 200, text: 'Not refunded' }
    expect(await deliver(createEvent('refund.created', pending))).toEqual(waiting)
    const changed = { status: 'pending' }
    const updated = createEvent('refund.updated', createRefund(), nowS, changed)
    expect(await deliver(updated)).toEqual(ACCEPTED)

    // Even if the file is lost.
    sent.release('Refund re_1')
    const detailed = createEvent('refund.updated', createRefund(), nowS, {
      destination_details: {},
    })
    expect(await deliver(detailed)).toEqual(waiting)
    expect(emulator.events()).toHaveLength(1)
  })

  it.each(['pending', 'requires_action', 'failed', 'canceled'])(
    'sends nothing while its status is %s',
    async (status) => {
      const { deliver, data, requests } = await createShop()
      data.sessions = [createSession()]
      await deliver(createEvent('refund.created', createRefund({ status })))
      await deliver(createEvent('refund.updated', createRefund({ status }), nowS, { status: '' }))
      await deliver(createEvent('refund.failed', createRefund({ status })))
      expect(requests).toEqual([])
    },
  )

  it.each([
    ['without a payment intent', createRefund({ payment_intent: null })],
    ['of a payment link', createRefund({ payment_intent: 'pi_unknown' })],
  ])('%s sends nothing', async (_, refund) => {
    const { deliver, requests } = await createShop()
    const result = await deliver(createEvent('refund.created', refund))
    expect(result).toEqual({ status: 200, text: 'No visitor data' })
    expect(requests).toEqual([])
  })
})

describe('amounts', () => {
  it.each([
    ['jpy', 24_000, 24_000],
    ['isk', 2_400_000, 24_000],
    ['kwd', 240_000, 240],
  ])('are converted in %s', async (currency, amount_paid, value) => {
    const { pay, refund, emulator } = await createShop()
    await pay(createInvoice(METADATA, { currency, amount_paid }))
    await refund('in_1', { currency, amount: amount_paid })
    const amount = { value, currency: currency.toUpperCase() }
    expect(emulator.events().map(({ custom_data }) => custom_data)).toEqual([amount, amount])
  })
})

it('sends one Purchase if two invoices are paid in the same second', async () => {
  const { deliver, data, emulator } = await createShop()
  data.invoices = [createInvoice(METADATA, { id: 'in_2' }), createInvoice(METADATA)]
  for (const invoice of data.invoices) await deliver(createEvent('invoice.paid', invoice))
  expect(emulator.events()).toMatchObject([{ event_id: 'in_2' }, { event_id: 'e-1' }])
})

describe('a webhook', () => {
  it('that arrives twice at the same time is sent once, and the second delivery is repeated', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { pay, requests } = await createShop({ gate })
    const invoice = createInvoice(METADATA)
    const first = pay(invoice)
    await vi.waitUntil(() => requests.length === 1)
    expect(await pay(invoice)).toEqual({ status: 503, text: 'claimed before' })
    open()
    expect(await first).toEqual(ACCEPTED)
    expect(await pay(invoice)).toEqual({ status: 200, text: 'sent before' })
    expect(requests).toHaveLength(1)
  })

  it('that arrives at two processes at the same time is sent by one of them', async () => {
    const file = join(recipe.folder, 'two-processes.sqlite')
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const one = await createShop({ file, gate })
    const two = await createShop({ file })
    const first = one.pay(createInvoice(METADATA))
    await vi.waitUntil(() => one.requests.length === 1)
    expect((await two.pay(createInvoice(METADATA))).status).toBe(503)
    open()
    expect(await first).toEqual(ACCEPTED)
    expect(two.requests).toEqual([])
  })

  it('is delivered again after a 503 until Meta accepts the event, with the same ID and time', async () => {
    const { pay, clock, requests, emulator } = await createShop()
    const invoice = createInvoice(METADATA)
    emulator.setFaults({ status: { status: 503 } })
    expect(await pay(invoice)).toEqual({ status: 503, text: 'retry' })
    emulator.setFaults({})
    clock.ms += 3_600_000
    expect(await pay(invoice)).toEqual(ACCEPTED)
    expect(emulator.events()).toMatchObject([{ event_id: 'e-1', event_time: nowS }])
    expect(new Set(requests.map(bodyOf)).size).toBe(1)
  })

  it('is delivered again after a 503 if the API of Stripe is unavailable', async () => {
    const { pay, data, requests, emulator } = await createShop()
    data.isDown = true
    expect(await pay(createInvoice(METADATA))).toEqual({ status: 503, text: 'Not processed' })
    expect(logged.at(-1)).toMatch(/^The event evt_1 could not be processed: /)
    expect(requests).toEqual([])
    data.isDown = false
    expect(await pay(createInvoice(METADATA))).toEqual(ACCEPTED)
    expect(emulator.events()).toHaveLength(1)
  })

  it('is sent twice only if the process ends between the response of Meta and the note of it', async () => {
    const file = join(recipe.folder, 'killed.sqlite')
    const killed = await createShop({ file })
    killed.sent.confirm = () => {
      throw Object.assign(new Error('anna@mail.example'), { code: 'ERR_SQLITE_ERROR' })
    }
    expect((await killed.pay(createInvoice(METADATA))).status).toBe(503)

    const restarted = await createShop({ file })
    expect(await restarted.pay(createInvoice(METADATA))).toEqual({
      status: 503,
      text: 'claimed before',
    })
    restarted.clock.ms += 5 * 60_000
    expect(await restarted.pay(createInvoice(METADATA))).toEqual(ACCEPTED)
    expect(restarted.requests.map(bodyOf)).toEqual(killed.requests.map(bodyOf))
  })

  it('whose event Meta declined can be delivered again after a correction', async () => {
    const { pay, emulator } = await createShop()
    emulator.setFaults({ status: { status: 400, code: 100 } })
    expect(await pay(createInvoice(METADATA))).toEqual({ status: 200, text: 'given_up' })
    emulator.setFaults({})
    expect(await pay(createInvoice(METADATA))).toEqual(ACCEPTED)
  })
})

it.each(['', 'sk_test_1'])('does not start with the signing secret %j', async (webhookSecret) => {
  const { createPayments } = await import(join(recipe.folder, 'payments.ts'))
  expect(() => createPayments({ webhookSecret })).toThrow(
    'The signing secret must start with "whsec_". Copy it from the webhook.',
  )
})

it('sends and stores nothing that identifies the customer unhashed', async () => {
  const file = join(recipe.folder, 'private.sqlite')
  const { checkOut, pay, refund, requests } = await createShop({ file })
  const { metadata } = await checkOut('e-1')
  await pay(createInvoice(metadata))
  await pay(createInvoice(metadata, { id: 'in_2', billing_reason: 'subscription_cycle' }))
  await refund('in_2')
  expect(requests).toHaveLength(3)
  for (const request of requests) {
    expect(request).toContain(HASHED.em)
    expect(request).not.toMatch(UNHASHED)
  }
  for (const name of [file, `${file}-wal`]) {
    expect(readFileSync(name, 'latin1')).not.toMatch(UNHASHED)
  }
})

describe('the file of sent events', () => {
  it('forgets events after 8 days, which Meta would not accept', async () => {
    const { sent, clock } = await createShop()
    sent.claim('Purchase e-1')
    sent.confirm('Purchase e-1')
    expect(sent.claim('Purchase e-1')).toBe('sent before')
    clock.ms += 8 * DAY_S * 1000 + 1
    sent.claim('Purchase e-2')
    sent.confirm('Purchase e-2')
    expect(sent.claim('Purchase e-1')).toBe('claimed')
  })
})

async function createShop(options: ShopOptions = {}) {
  const shop = await createShopOf(recipe.folder, {
    mode: 'subscription',
    log: logOutcome(),
    ...options,
  })
  const { data, deliver } = shop
  return { ...shop, pay, refund }

  /** Stores a paid invoice in Stripe and delivers its webhook. */
  function pay(invoice: StripeInvoice) {
    if (!data.invoices.some(({ id }) => id === invoice.id)) data.invoices.push(invoice)
    return deliver(createEvent('invoice.paid', invoice, invoice.status_transitions.paid_at))
  }

  function refund(invoice: string, fields?: object) {
    data.invoicePayments.push({ payment_intent: 'pi_1', invoice })
    return deliver(createEvent('refund.created', createRefund(fields)))
  }
}

function bodyOf(request: string): string {
  return JSON.parse(request)[1].body
}

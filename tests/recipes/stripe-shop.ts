import { join } from 'node:path'

import { createRedelivery, createSender, type Outcome, readConfig } from '@conversion-capi/core'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { Stripe } from 'stripe'

export const SECRET = 'whsec_test'
export const SITE = 'https://school.example'
export const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'emulator-access-token' }
export const CUSTOMER = {
  email: 'Anna.Berg@mail.example',
  phone: '+46 70 174 06 05',
  name: 'Anna Berg',
}
export const ADDRESS = {
  city: 'Visby',
  country: 'SE',
  line1: 'Strandgatan 1',
  line2: null,
  postal_code: '621 57',
  state: 'Gotland',
}
export const VISITOR = {
  Cookie: 'a=1; _fbp=fb.1.1795170995788.1093847562; _fbc=fb.1.1795170995788.AbCd',
  Referer: `${SITE}/programs/sailing?utm_source=mail`,
  'User-Agent': 'Mozilla/5.0',
  'X-Forwarded-For': '203.0.113.7',
}
export const nowS: number = Math.floor(Date.now() / 1000)

/** What Stripe stores. The stub of its API responds with it. */
export interface StripeData {
  invoices: StripeInvoice[]
  invoicePayments: { payment_intent: string; invoice: string }[]
  sessions: ReturnType<typeof createSession>[]
  isDown: boolean
}

export type StripeInvoice = ReturnType<typeof createInvoice>

export interface ShopOptions {
  accessToken?: string
  emulator?: Emulator
  env?: Record<string, string>
  mode?: 'payment' | 'subscription'
  /** The file of sent events. */
  file?: string
  log?: (outcome: Outcome) => void
  /** Awaited before each upstream request. */
  gate?: Promise<void>
}

/** Creates the handlers of the recipe with an emulator and a stub of Stripe's API. */
export async function createShop(
  folder: string,
  {
    accessToken = ENV.META_ACCESS_TOKEN,
    env = {},
    mode = 'payment',
    file = ':memory:',
    log,
    gate,
    ...options
  }: ShopOptions = {},
) {
  const { createPayments } = await import(join(folder, 'payments.ts'))
  const { openSentEvents } = await import(join(folder, 'sent-events.ts'))
  const clock = { ms: nowS * 1000 }
  const now = () => clock.ms
  const { emulator = createEmulator({ now }) } = options
  const outcomes: Outcome[] = []
  const requests: string[] = []
  const created: URLSearchParams[] = []
  const data: StripeData = { invoices: [], invoicePayments: [], sessions: [], isDown: false }
  const onOutcome = (outcome: Outcome) => {
    outcomes.push(outcome)
    log?.(outcome)
  }
  const config = readConfig({ ...ENV, META_ACCESS_TOKEN: accessToken, ...env })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(JSON.stringify([input, init]))
    await gate
    return emulator.fetch(input, init)
  }
  const send = createSender({ config, fetch, now, onOutcome })
  const stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const { pathname, searchParams } = new URL(String(input))
      if (data.isDown) return Response.json({ error: { type: 'api_error' } }, { status: 500 })
      if (init?.method !== 'POST') return Response.json(readStripe(data, pathname, searchParams))
      created.push(new URLSearchParams(String(init.body)))
      return Response.json({ id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' })
    }),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const sent = openSentEvents(file, now)
  const { handleCheckout, handleWebhook } = createPayments({
    stripe,
    webhookSecret: SECRET,
    price: 'price_1',
    mode,
    site: SITE,
    config,
    redeliver: createRedelivery(send, { now, onOutcome }),
    sent,
  })
  return {
    clock,
    config,
    created,
    data,
    emulator,
    fetch,
    outcomes,
    requests,
    sent,
    checkOut,
    deliver,
    handleCheckout,
    handleWebhook,
  }

  async function checkOut(eventId: string, consent = 'yes', fields: object = {}) {
    const request = new Request(`${SITE}/checkout`, {
      method: 'POST',
      headers: VISITOR,
      body: new URLSearchParams({ event_id: eventId, consent, ...fields }),
    })
    const response: Response = await handleCheckout(request)
    return { response, metadata: readMetadata(created.at(-1)!) }
  }

  async function deliver(
    event: object,
    secret?: string,
  ): Promise<{ status: number; text: string }> {
    const request = new Request(`${SITE}/stripe-webhook`, await sign(event, secret))
    const response: Response = await handleWebhook(request)
    return { status: response.status, text: await response.text() }
  }
}

/** Returns the metadata in a request that creates a checkout. */
export function readMetadata(request: URLSearchParams): Record<string, string> {
  const entries = [...request].flatMap(([key, value]) => {
    const name = /^(?:subscription_data\[metadata\]|metadata)\[(.+)\]$/.exec(key)?.[1]
    return name ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

export async function sign(event: object, secret: string = SECRET) {
  const payload = JSON.stringify(event)
  const { webhooks } = new Stripe('sk_test_1')
  const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret })
  return { method: 'POST', headers: { 'Stripe-Signature': signature }, body: payload }
}

/** Returns an event with the documented fields that the recipe reads. */
export function createEvent(
  type: string,
  object: object,
  created: number = nowS,
  previous?: object,
) {
  return {
    id: 'evt_1',
    object: 'event',
    created,
    type,
    data: { object, ...(previous && { previous_attributes: previous }) },
  }
}

export function createSession(session: object = {}, created: number = nowS) {
  return {
    id: 'cs_test_1',
    amount_total: 24_000,
    created: created - 60,
    currency: 'eur',
    customer_details: { ...CUSTOMER, address: ADDRESS },
    metadata: { event_id: 'e-1', site: SITE },
    mode: 'payment',
    payment_intent: 'pi_1',
    payment_status: 'paid',
    ...session,
  }
}

export function completed(session: object = {}, created: number = nowS) {
  return createEvent('checkout.session.completed', createSession(session, created), created)
}

/** Returns a paid invoice of the subscription `sub_1`. */
export function createInvoice(
  metadata: Record<string, string>,
  invoice: {
    id?: string
    amount_paid?: number
    billing_reason?: string
    currency?: string
    paidAt?: number
  } = {},
) {
  const { paidAt = nowS, amount_paid = 24_000, ...fields } = invoice
  return {
    id: 'in_1',
    amount_paid,
    billing_reason: 'subscription_create',
    created: paidAt - 3600,
    currency: 'eur',
    customer_address: ADDRESS,
    customer_email: CUSTOMER.email,
    customer_name: CUSTOMER.name,
    customer_phone: CUSTOMER.phone,
    parent: {
      subscription_details: { metadata, subscription: 'sub_1' },
      type: 'subscription_details',
    },
    status: 'paid',
    status_transitions: { paid_at: paidAt },
    ...fields,
  }
}

export function createRefund(refund: object = {}) {
  return {
    id: 're_1',
    amount: 24_000,
    created: nowS,
    currency: 'eur',
    payment_intent: 'pi_1',
    status: 'succeeded',
    ...refund,
  }
}

/** Responds to the requests of the recipe as Stripe documents them. Lists have one item per page. */
function readStripe(data: StripeData, path: string, query: URLSearchParams): object {
  if (path === '/v1/invoices') {
    const isListed = ({ status, parent }: StripeInvoice) =>
      status === query.get('status') &&
      parent.subscription_details.subscription === query.get('subscription')
    // The newest first.
    return toPage(
      data.invoices.filter(isListed).toSorted((a, b) => b.created - a.created),
      query,
    )
  }
  if (path.startsWith('/v1/invoices/')) {
    return data.invoices.find(({ id }) => path === `/v1/invoices/${id}`)!
  }
  if (path === '/v1/invoice_payments') {
    const id = query.get('payment[payment_intent]')
    const items = data.invoicePayments
      .filter(({ payment_intent }) => payment_intent === id)
      .map(({ payment_intent, invoice }) => ({
        id: `inpay_${invoice}`,
        object: 'invoice_payment',
        payment: { type: 'payment_intent', payment_intent },
        invoice: query.has('expand[0]', 'data.invoice')
          ? data.invoices.find((each) => each.id === invoice)
          : invoice,
      }))
    return toPage(items, query)
  }
  if (path === '/v1/checkout/sessions') {
    const id = query.get('payment_intent')
    return toPage(
      data.sessions.filter(({ payment_intent }) => payment_intent === id),
      query,
    )
  }
  throw new Error(`The stub has no ${path}.`)
}

function toPage(items: { id: string }[], query: URLSearchParams) {
  const start = items.findIndex(({ id }) => id === query.get('starting_after')) + 1
  return {
    object: 'list',
    data: items.slice(start, start + 1),
    has_more: items.length > start + 1,
    url: '/v1',
  }
}

import { createRedelivery, createSender, logOutcome, readConfig } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'
import { Stripe } from 'stripe'

import { createPayments } from './payments.ts'
import { openSentEvents } from './sent-events.ts'

const {
  SITE_URL = 'http://localhost:3000',
  STRIPE_SECRET_KEY = '',
  STRIPE_WEBHOOK_SECRET = '',
  STRIPE_PRICE = '',
  STRIPE_MODE = 'payment',
  SENT_EVENTS_FILE = 'sent-events.sqlite',
} = process.env
if (STRIPE_MODE !== 'payment' && STRIPE_MODE !== 'subscription') {
  throw new Error(`STRIPE_MODE must be "payment" or "subscription", got "${STRIPE_MODE}".`)
}

const config = readConfig(process.env)
const onOutcome = logOutcome()
const send = createSender({ config, onOutcome })
const { handleCheckout, handleWebhook } = createPayments({
  stripe: new Stripe(STRIPE_SECRET_KEY),
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  price: STRIPE_PRICE,
  mode: STRIPE_MODE,
  site: SITE_URL,
  config,
  redeliver: createRedelivery(send, { onOutcome }),
  sent: openSentEvents(SENT_EVENTS_FILE),
})

await serve({
  site: (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST') return new Response('Not found', { status: 404 })
    if (pathname === '/checkout') return handleCheckout(request)
    if (pathname === '/stripe-webhook') return handleWebhook(request)
    return new Response('Not found', { status: 404 })
  },
})

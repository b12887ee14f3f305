import { captureVisitor, type ConfigValue, type Redelivery } from '@conversion-capi/core'
import type { Stripe } from 'stripe'

import type { SentEvents } from './sent-events.ts'
import { toEvent } from './to-event.ts'

/** Options of {@link createPayments}. */
export interface PaymentsOptions {
  stripe: Stripe
  /** Signing secret of the webhook, `whsec_…`. */
  webhookSecret: string
  /** ID of the price of the program, `price_…`. */
  price: string
  /** `subscription` if the price recurs, for example every month. */
  mode: 'payment' | 'subscription'
  /** Origin of the site, without a trailing slash. */
  site: string
  /** From `readConfig`. Nothing is stored and sent for visitors whom `globalPrivacyControl` excludes. */
  config: ConfigValue
  /** From `createRedelivery`, with a sender. */
  redeliver: Redelivery
  /** From `openSentEvents`. */
  sent: SentEvents
}

/**
 * Creates two fetch handlers: one starts a checkout, the other receives Stripe's webhooks.
 *
 * @throws {TypeError} If `webhookSecret` is not a signing secret: every webhook would be rejected.
 */
export function createPayments(options: PaymentsOptions) {
  const { stripe, webhookSecret, price, mode, site, config, redeliver, sent } = options
  if (!webhookSecret.startsWith('whsec_')) {
    throw new TypeError('The signing secret must start with "whsec_". Copy it from the webhook.')
  }
  return { handleCheckout, handleWebhook }

  /**
   * Receives a form. Its field `consent` is `yes` if the visitor consented to tracking. Its field `event_id` is the id
   * that `track('Purchase')` returned, if the page calls it. The tracker's option `sourceField` fills in `capi_program`. A
   * form that cannot be read starts a checkout too: its fields are only for tracking.
   */
  async function handleCheckout(request: Request): Promise<Response> {
    // `serve` limits its length.
    const body = new Response(await request.text(), { headers: request.headers })
    const form = await body.formData().catch(() => new FormData())
    const eventId = String(form.get('event_id') ?? '')
    const program = String(form.get('capi_program') ?? '')
    const hasConsent = form.get('consent') === 'yes'
    const visitor = hasConsent && captureVisitor(request, eventId, { config, program })
    const metadata = visitor ? { ...visitor, site } : {}
    const session = await stripe.checkout.sessions.create({
      mode,
      line_items: [{ price, quantity: 1 }],
      success_url: `${site}/thank-you`,
      cancel_url: `${site}/`,
      ...(mode === 'subscription' ? { subscription_data: { metadata } } : { metadata }),
    })
    return Response.redirect(session.url!, 303)
  }

  async function handleWebhook(request: Request): Promise<Response> {
    const body = await request.text()
    let stripeEvent: Stripe.Event
    try {
      const signature = request.headers.get('Stripe-Signature') ?? ''
      stripeEvent = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
    } catch {
      return new Response('Invalid signature', { status: 400 })
    }
    try {
      const event = await toEvent(stripeEvent, stripe, site)
      if (typeof event === 'string') return new Response(event)
      const result = await sendOnce(event)
      // Stripe delivers the webhook again after a 503.
      const isPending = result === 'retry' || result === 'claimed before'
      return new Response(result, { status: isPending ? 503 : 200 })
    } catch (error) {
      // Not the message, which may contain data of the customer.
      const { name, code = '' } = error as { name?: string; code?: string }
      console.error(`The event ${stripeEvent.id} could not be processed: ${name} ${code}`)
      return new Response('Not processed', { status: 503 })
    }
  }

  async function sendOnce(event: Parameters<Redelivery>[0]): Promise<string> {
    const key = `${event.event_name} ${event.event_id}`
    const claim = await sent.claim(key)
    if (claim !== 'claimed') return claim
    const { kind } = await redeliver(event)
    await (kind === 'accepted' ? sent.confirm(key) : sent.release(key))
    return kind
  }
}

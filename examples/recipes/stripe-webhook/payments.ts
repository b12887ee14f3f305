import { captureCheckout, parseCheckout, type Redelivery } from '@conversion-capi/core'
import type { ServerEvent } from '@conversion-capi/core'
import type { Stripe } from 'stripe'

/** Options of {@link createPayments}. */
export interface PaymentsOptions {
  stripe: Stripe
  /** Signing secret of the webhook, `whsec_…`. */
  webhookSecret: string
  /** ID of the price of the program, `price_…`. */
  price: string
  /** Origin of the site, without a trailing slash. */
  site: string
  /** From `createRedelivery`. */
  redeliver: Redelivery
}

/** Creates two fetch handlers: one starts a checkout, the other receives Stripe's webhooks. */
export function createPayments({ stripe, webhookSecret, price, site, redeliver }: PaymentsOptions) {
  return { handleCheckout, handleWebhook }

  /** Receives a form. Its field `event_id` is the id that `track('Purchase')` returned, if the page calls it. */
  async function handleCheckout(request: Request): Promise<Response> {
    const form = await request.formData()
    const eventId = String(form.get('event_id') || crypto.randomUUID())
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      success_url: `${site}/thank-you`,
      cancel_url: `${site}/`,
      metadata: captureCheckout(request, eventId),
    })
    return Response.redirect(session.url!, 303)
  }

  async function handleWebhook(request: Request): Promise<Response> {
    let event: Stripe.Event
    try {
      const signature = request.headers.get('Stripe-Signature') ?? ''
      const body = await request.text()
      event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
    } catch {
      return new Response('Invalid signature', { status: 400 })
    }
    if (
      event.type !== 'checkout.session.completed' &&
      event.type !== 'checkout.session.async_payment_succeeded'
    ) {
      return new Response('Ignored')
    }
    const session = event.data.object
    // With a delayed payment method, the session is completed days before it is paid.
    if (session.payment_status !== 'paid') return new Response('Not paid')

    const { kind } = await redeliver(toPurchase(session, event.created))
    // Stripe delivers the webhook again after a 503.
    return new Response(kind, { status: kind === 'retry' ? 503 : 200 })
  }
}

function toPurchase(session: Stripe.Checkout.Session, paidAt: number): ServerEvent {
  const checkout = parseCheckout(session.metadata)
  const { email, phone, name } = session.customer_details ?? {}
  const [firstName, ...lastNames] = name?.trim().split(/\s+/) ?? []
  const currency = session.currency!.toUpperCase()
  return {
    event_name: 'Purchase',
    event_id: checkout.event_id || session.id,
    event_time: paidAt,
    event_source_url: checkout.event_source_url,
    action_source: 'website',
    // In clear: the sender hashes em, ph, fn and ln.
    user_data: {
      ...checkout.user_data,
      em: email ?? undefined,
      ph: phone ?? undefined,
      fn: firstName,
      ln: lastNames.join(' ') || undefined,
    },
    custom_data: { value: session.amount_total! / unitsOf(currency), currency },
  }
}

/**
 * Returns how many units of Stripe's amounts one unit of a currency has. `Intl.NumberFormat` differs from Stripe, for
 * example for ISK and HUF.
 *
 * @see https://docs.stripe.com/currencies
 */
function unitsOf(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 1
  return THREE_DECIMAL.has(currency) ? 1000 : 100
}

const ZERO_DECIMAL = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '))

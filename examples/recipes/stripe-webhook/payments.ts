import { captureVisitor, parseVisitor, type Redelivery } from '@conversion-capi/core'
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

  /**
   * Receives a form. Its field `consent` is `yes` if the visitor consented to tracking. Its field `event_id` is the id
   * that `track('Purchase')` returned, if the page calls it.
   */
  async function handleCheckout(request: Request): Promise<Response> {
    const body = await readBody(request)
    if (!body) return new Response('Payload too large', { status: 413 })
    const form = await body.formData()
    const eventId = String(form.get('event_id') || crypto.randomUUID())
    const hasConsent = form.get('consent') === 'yes'
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      success_url: `${site}/thank-you`,
      cancel_url: `${site}/`,
      metadata: hasConsent ? { ...captureVisitor(request, eventId), site } : {},
    })
    return Response.redirect(session.url!, 303)
  }

  async function handleWebhook(request: Request): Promise<Response> {
    const body = await readBody(request)
    if (!body) return new Response('Payload too large', { status: 413 })
    let event: Stripe.Event
    try {
      const signature = request.headers.get('Stripe-Signature') ?? ''
      event = await stripe.webhooks.constructEventAsync(await body.text(), signature, webhookSecret)
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

    // Without consent, with a payment link or from another site of the Stripe account, nothing was stored.
    const checkout = session.metadata?.site === site ? parseVisitor(session.metadata) : undefined
    if (!checkout) return new Response('No visitor data')

    const { kind } = await redeliver(toPurchase(session, checkout, event.created))
    // Stripe delivers the webhook again after a 503.
    return new Response(kind, { status: kind === 'retry' ? 503 : 200 })
  }
}

/** Reads the body of a request. Returns `undefined` if it is too long: anyone can send one that does not end. */
async function readBody({ headers, body }: Request): Promise<Response | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return new Response(new Blob(chunks), { headers })
}

const MAX_BODY_BYTES = 1_000_000

function toPurchase(
  session: Stripe.Checkout.Session,
  checkout: NonNullable<ReturnType<typeof parseVisitor>>,
  paidAt: number,
): ServerEvent {
  const { email, phone, name } = session.customer_details ?? {}
  const [firstName, ...lastNames] = name?.trim().split(/\s+/) ?? []
  const currency = session.currency!.toUpperCase()
  return {
    event_name: 'Purchase',
    event_id: checkout.event_id,
    event_time: paidAt,
    event_source_url: checkout.event_source_url,
    action_source: 'website',
    // Unhashed: the sender hashes em, ph, fn and ln.
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

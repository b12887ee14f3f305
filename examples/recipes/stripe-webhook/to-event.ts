import { type EventToSend, parseVisitor } from '@conversion-capi/core'
import type { Stripe } from 'stripe'

/** Who paid, as Stripe stores it. */
interface Payment {
  /** What the checkout stored. */
  metadata: Stripe.Metadata | null
  customer: Partial<Stripe.Checkout.Session.CustomerDetails>
  /** The invoice of a subscription. */
  invoice?: Stripe.Invoice
}

/** What was paid or refunded. */
interface Change {
  payment: Payment | undefined
  amount: number
  currency: string
  refundId?: string
}

/**
 * Converts an event of Stripe to an event for Meta.
 *
 * @param site Payments of other sites of the Stripe account are not sent.
 * @returns The event, or why none is sent. What identifies the customer is not hashed: the sender hashes it.
 */
export async function toEvent(
  event: Stripe.Event,
  stripe: Stripe,
  site: string,
): Promise<EventToSend | string> {
  const change = await readChange(event, stripe)
  if (typeof change === 'string') return change
  const { payment, amount, currency, refundId } = change
  // Without consent, with a payment link or from another site of the Stripe account, nothing was stored.
  const visitor = payment?.metadata?.['site'] === site && parseVisitor(payment.metadata)
  if (!payment || !visitor) return 'No visitor data'

  const { invoice } = payment
  const isRenewal = invoice && !(await isFirstPaid(invoice, stripe))
  const purchase = { event_name: 'Purchase', event_id: visitor.event_id }
  const paid = isRenewal ? { event_name: 'Renewal', event_id: invoice.id } : purchase
  const customer = toUserData(payment.customer)
  // Contains nothing of the visitor's browser.
  const withoutBrowser = {
    event_time: event.created,
    action_source: 'system_generated',
    user_data: customer,
    custom_data: { ...visitor.custom_data, ...toAmount(amount, currency) },
  } as const
  if (refundId) {
    const refund = { event_name: 'Refund', event_id: refundId }
    return { ...withoutBrowser, ...refund, original_event_data: paid }
  }
  if (isRenewal) return { ...withoutBrowser, ...paid, original_event_data: purchase }
  // The payment after a trial is automatic, without the browser that started the checkout.
  if (invoice && invoice.billing_reason !== 'subscription_create') {
    const { fbp, fbc } = visitor.user_data
    return { ...withoutBrowser, ...purchase, user_data: { fbp, fbc, ...customer } }
  }
  return {
    ...withoutBrowser,
    ...purchase,
    event_source_url: visitor.event_source_url,
    action_source: 'website',
    user_data: { ...visitor.user_data, ...customer },
  }
}

/** Parses an event of Stripe. Returns the reason as a string if nothing is sent. */
async function readChange(event: Stripe.Event, stripe: Stripe): Promise<Change | string> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      // With a delayed payment method, the session is completed days before it is paid.
      if (session.payment_status !== 'paid') return 'Not paid'
      const { amount_total, currency } = session
      return { payment: ofSession(session), amount: amount_total!, currency: currency! }
    }
    case 'invoice.paid': {
      if (event.data.object.amount_paid === 0) return 'Nothing was paid'
      // Not the invoice of the webhook, whose fields depend on the API version of the webhook.
      const invoice = await stripe.invoices.retrieve(event.data.object.id)
      const { amount_paid, currency } = invoice
      return { payment: ofInvoice(invoice), amount: amount_paid, currency }
    }
    case 'refund.created':
    case 'refund.updated': {
      const refund = event.data.object
      const isNew = event.type === 'refund.created' || event.data.previous_attributes?.status
      // A refund can be pending for days, and can fail. Later updates only add details, such as a reference.
      if (refund.status !== 'succeeded' || !isNew) return 'Not refunded'
      const { id, amount, currency } = refund
      return { payment: await findPayment(refund, stripe), amount, currency, refundId: id }
    }
    default:
      return 'Ignored'
  }
}

/** Returns the payment that was refunded, if it was made for a subscription or in a checkout. */
async function findPayment(
  { payment_intent }: Stripe.Refund,
  stripe: Stripe,
): Promise<Payment | undefined> {
  const id = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
  if (!id) return undefined
  const { data: payments } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
    limit: 1,
    expand: ['data.invoice'],
  })
  const invoice = payments[0]?.invoice as Stripe.Invoice | undefined
  if (invoice?.parent?.subscription_details) return ofInvoice(invoice)
  const { data: sessions } = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 })
  return sessions[0] && ofSession(sessions[0])
}

function ofSession({ metadata, customer_details }: Stripe.Checkout.Session): Payment {
  return { metadata, customer: customer_details ?? {} }
}

function ofInvoice(invoice: Stripe.Invoice): Payment {
  return {
    // A copy of the metadata of the subscription.
    metadata: invoice.parent?.subscription_details?.metadata ?? null,
    customer: {
      email: invoice.customer_email,
      phone: invoice.customer_phone,
      name: invoice.customer_name,
      address: invoice.customer_address,
    },
    invoice,
  }
}

/**
 * Returns whether no other invoice of the subscription was paid before. The first invoice of a trial is 0, and is not
 * counted. The order in which webhooks arrive does not matter.
 *
 * @see https://docs.stripe.com/api/invoices/list
 */
async function isFirstPaid(invoice: Stripe.Invoice, stripe: Stripe): Promise<boolean> {
  const { subscription } = invoice.parent!.subscription_details!
  const id = typeof subscription === 'object' ? subscription.id : subscription
  for await (const other of stripe.invoices.list({ subscription: id, status: 'paid' })) {
    if (other.amount_paid > 0 && isPaidBefore(other, invoice)) return false
  }
  return true
}

function isPaidBefore(one: Stripe.Invoice, other: Stripe.Invoice): boolean {
  const [oneAt, otherAt] = [one, other].map((each) => each.status_transitions.paid_at ?? 0)
  return oneAt === otherAt ? one.id < other.id : oneAt! < otherAt!
}

function toUserData({ email, phone, name, address }: Payment['customer']) {
  const [firstName, ...lastNames] = name?.trim().split(/\s+/) ?? []
  return {
    em: email ?? undefined,
    ph: phone ?? undefined,
    fn: firstName,
    ln: lastNames.join(' ') || undefined,
    ct: address?.city ?? undefined,
    st: address?.state ?? undefined,
    zp: address?.postal_code ?? undefined,
    country: address?.country ?? undefined,
  }
}

function toAmount(amount: number, stripeCurrency: string) {
  const currency = stripeCurrency.toUpperCase()
  return { value: amount / unitsOf(currency), currency }
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

/** The name of the form's hidden field. */
const FIELD = 'capi_visitor'

let visitor
let decision

/**
 * Requests what identifies the visitor, or forgets it. Call it where the page calls `polaris.consent`, with the same
 * decision.
 */
export async function setCrmConsent(hasConsent) {
  const current = {}
  decision = current
  visitor = undefined
  if (hasConsent !== true) return
  const response = await fetch('/visitor', { method: 'POST' })
  // The visitor may have withdrawn the consent in the meantime.
  if (decision === current && response.status === 200) visitor = await response.json()
}

// Before the handlers of the form, which may read its fields.
addEventListener(
  'submit',
  ({ target }) => {
    const field = target.elements[FIELD]
    if (!field) return
    const { email, phone } = target.elements
    const eventId = polaris.track('Lead', {}, { email: email?.value, phone: phone?.value })
    field.value = visitor ? JSON.stringify({ ...visitor, event_id: eventId }) : ''
    // Forms that a framework renders read a value that a script has set only after this event.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  true,
)

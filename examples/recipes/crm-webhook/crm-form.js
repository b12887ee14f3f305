/** The name of the form's hidden field. */
const FIELD = 'capi_visitor'

/** How long the same contact in the same form is the same Lead, e.g. after a double click. */
const LOCK_MS = 10_000
/** The ID of each form's latest Lead, and its contact. */
const leads = new WeakMap()

let isAllowed = false

/** Call it where the page calls `polaris.consent`, with the same decision. */
export function setCrmConsent(hasConsent) {
  isAllowed = hasConsent === true && !navigator.globalPrivacyControl
}

// Before the handlers of the form, which may read its fields.
addEventListener(
  'submit',
  ({ target }) => {
    const field = target.elements[FIELD]
    if (!field) return
    // The tracker's option `sourceField` fills in `capi_program`.
    const { email, phone, capi_program } = target.elements
    const pii = { email: email?.value, phone: phone?.value }
    const contact = JSON.stringify(pii)
    let lead = leads.get(target)
    if (lead?.contact !== contact) {
      let eventId
      window.polaris ??= []
      window.polaris.push?.((polaris) => (eventId = polaris.track('Lead', {}, pii, null, eventId)))
      // The tracker sends the Lead when it has loaded. If an ad blocker blocks it, the CRM's events are the only ones.
      eventId ??= String(Math.random())
      lead = { contact, eventId }
      leads.set(target, lead)
      setTimeout(() => leads.delete(target), LOCK_MS)
    }
    const visitor = {
      event_id: lead.eventId,
      fbp: readCookie('_fbp'),
      fbc: readCookie('_fbc'),
      program: capi_program?.value,
    }
    field.value = isAllowed ? JSON.stringify(visitor) : ''
    // Forms that a framework renders read a value that a script has set only after this event.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  true,
)

/** Returns the cookie that was created last. Browsers list one of a host or of a longer path first, even if it is old. */
function readCookie(name) {
  const cookies = document.cookie.matchAll(
    new RegExp(`(?:^|; )${name}=(fb\\.\\d+\\.(\\d+)\\.[^;]+)`, 'g'),
  )
  return [...cookies].sort(([, , one], [, , other]) => other - one)[0]?.[1]
}

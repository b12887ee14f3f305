/** The name of the form's hidden field. */
const FIELD = 'capi_visitor'

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
    const { email, phone } = target.elements
    const pii = { email: email?.value, phone: phone?.value }
    // An ad blocker can block the tracker. Then the CRM's events are the only ones.
    const eventId = window.polaris?.track?.('Lead', {}, pii) ?? String(Math.random())
    const visitor = { event_id: eventId, fbp: readCookie('_fbp'), fbc: readCookie('_fbc') }
    field.value = isAllowed ? JSON.stringify(visitor) : ''
    // Forms that a framework renders read a value that a script has set only after this event.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  true,
)

function readCookie(name) {
  return document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]
}

import type { Pii } from '../pii.ts'
import type { Tracker } from '../tracker-api.ts'
import { readContacts } from './read-contacts.ts'

export type JQuery = (target: Document) => {
  on: (events: string, listener: (event: Event, ...details: never[]) => void) => void
}

declare const self: { jQuery?: JQuery }

/** WordPress forms that are not leads: accounts, comments and searches. */
const OTHER_FORM =
  '[action*=wp-login],[action*=wp-comments],[role=search],[class*=woocommerce-form]'

/** Forminator's logins and registrations do not always have a password. */
const ACCOUNT_FIELD = '[type=password],[name=form_type]:is([value=login],[value=registration])'

/**
 * Reads the contacts of a form when the visitor sends it, because form plugins reset or remove it.
 *
 * jQuery can load later than the tracker, but not later than the visitor sends a form with it: then `listen` is called.
 * `accept` tracks one Lead for the form sent last, unless it is a login, a registration, a comment or a search.
 */
export function trackAccepted(
  tracker: Tracker,
  listen: (jQuery: JQuery, accept: () => void) => void,
): () => void {
  let contacts: Pii | undefined
  let jQuery: JQuery | undefined
  const accept = () => {
    if (contacts) tracker.track('Lead', {}, contacts)
    // The visitor can press the button twice, and Contact Form 7 then sends and accepts two requests.
    contacts = undefined
  }
  // The Enter key clicks the button too. Gravity Forms dispatches no `submit` event.
  const send = ({ target }: Event) => {
    const form = (target as Partial<Element>).closest?.<HTMLButtonElement>('button,input')?.form
    if (form) {
      const isOther = form.matches(OTHER_FORM) || form.querySelector(ACCOUNT_FIELD)
      contacts = isOther ? undefined : readContacts(form)
      if (self.jQuery && self.jQuery !== jQuery) listen((jQuery = self.jQuery), accept)
    }
  }
  addEventListener('click', send, true)
  return accept
}

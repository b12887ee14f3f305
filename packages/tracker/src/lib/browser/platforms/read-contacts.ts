import type { Pii } from '../pii.ts'

/**
 * Returns the first email address and the first phone number of a form.
 *
 * Reads fields by their type or their name, because form plugins write phone numbers into text and number fields too.
 * Tilda writes the number with its country code into a hidden field, and the rest into `tildaspec-phone-part[]`.
 */
export function readContacts(form: HTMLFormElement): Pii {
  const pii: Pii = {}
  for (const { name, type, value } of form.elements as Iterable<Element & HTMLInputElement>) {
    const hint = type + ' ' + name
    // Not buttons, checkboxes, radio buttons and selects, e.g. "Call me by phone".
    if (!/^[bcrs]|\[]/.test(hint)) {
      if (/^(?!h).*mail/i.test(hint)) pii.em ||= value
      else if (/\btel|phone/i.test(hint)) pii.ph ||= value
    }
  }
  return pii
}

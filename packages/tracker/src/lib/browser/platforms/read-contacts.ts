import type { Pii } from '../pii.ts'

/** A form field, or a name and a value of a form that is no longer in the page. */
export interface Field {
  name?: string
  type?: string
  value?: unknown
}

/**
 * Returns the first email address and the first phone number of a form.
 *
 * Reads fields by their type, or by their name, because form plugins write phone numbers into text fields too.
 */
export function readContacts(fields: Iterable<Field>): Pii {
  const pii: Pii = {}
  for (const { name, type, value } of fields) {
    const hint = type + ' ' + name
    // Tilda names the part of a phone number without the country code `tildaspec-phone-part[]`.
    if (/^(?!.*\[]).*mail/i.test(hint)) pii.em ||= value as string
    else if (/^(?!.*\[]).*(\btel|phone)/i.test(hint)) pii.ph ||= value as string
  }
  return pii
}

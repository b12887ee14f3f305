import { isContactValue, rateContactField } from '@conversion-capi/core/pii'

import type { Pii } from '../pii.ts'

/** Returns the email address and the phone number that the visitor typed into a form. */
export function readContacts(form: HTMLFormElement): Pii {
  const best = { em: 0, ph: 0 }
  const pii: Pii = {}
  for (const field of form.elements as Iterable<Element & HTMLInputElement>) {
    const { type, autocomplete, name, id, placeholder, labels, value } = field
    const words = [name, id, placeholder, ...Array.from(labels ?? [], (label) => label.textContent)]
    for (const key of ['em', 'ph'] as const) {
      const rating = rateContactField(key, { type, autocomplete, words: words.join(' ') })
      if (rating > best[key] && isContactValue(key, value)) {
        best[key] = rating
        pii[key] = value
      }
    }
  }
  return pii
}

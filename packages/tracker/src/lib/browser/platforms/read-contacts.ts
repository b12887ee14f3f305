import { isContactValue, rateContactField } from '@conversion-capi/core/pii'

import type { Pii } from '../pii.ts'

/**
 * Returns the email address and the phone number that the visitor typed into a form. Of several fields, the best one counts.
 * Of several equally good ones without `autocomplete`, none does: it is unknown whose they are, e.g. a parent's and a child's.
 */
export function readContacts(form: HTMLFormElement): Pii {
  const best = { em: 0, ph: 0 }
  const pii: Pii = {}
  for (const field of form.elements as Iterable<Element & HTMLInputElement>) {
    const { type, autocomplete, name, id, placeholder, labels, value } = field
    const words = [name, id, placeholder, ...Array.from(labels ?? [], (label) => label.textContent)]
    for (const key of ['em', 'ph'] as const) {
      const rating = rateContactField(key, { type, autocomplete, words: words.join(' ') })
      if (rating === 0 || !isContactValue(key, value)) continue
      if (rating > best[key]) {
        best[key] = rating
        pii[key] = value
      } else if (rating === best[key] && rating < 4 && pii[key] !== value) pii[key] = ''
    }
  }
  return pii
}

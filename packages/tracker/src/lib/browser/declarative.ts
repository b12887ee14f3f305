import { isContactValue } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'

import type { Tracker } from './tracker-api.ts'

/** Keys of personal data by `autocomplete` token. */
const KEYS: Record<string, PiiKey> = {
  email: 'em',
  tel: 'ph',
  'given-name': 'fn',
  'family-name': 'ln',
}

/** How long the same event is not tracked again, e.g. after a double click, or Enter and a click. */
const LOCK_MS = 10_000

/** Includes forms and fields, so that a click in a form is not tracked for a tagged element around the form. */
const SELECTOR = '[data-track],form,input,select,textarea'

/**
 * Returns a function that tracks elements with a `data-track` attribute, which holds the event name: forms
 * when they are submitted, other elements when they are clicked. Default actions are never prevented. The same event with
 * the same data is tracked again after 10 seconds, even if a framework has rendered the element again.
 *
 * Custom data is the JSON in `data-track-data`. Personal data is read from fields whose `autocomplete` has the
 * token `email`, `tel`, `given-name` or `family-name`, e.g. `section-a billing email`, unless they are hidden.
 */
export function declarative(): (tracker: Tracker) => void {
  return (tracker) => {
    // Not `form.getAttribute`: a field with that name shadows the method.
    const { matches, getAttribute, querySelectorAll } = Element.prototype
    /** The events of the last 10 seconds with their data. */
    const locks = new Set<string>()

    function handle(event: Event): void {
      try {
        const path = event.composedPath()
        // Submit events do not leave a shadow root. The click event that precedes them does.
        for (const node of path) {
          if (node instanceof ShadowRoot) node.addEventListener('submit', handle, true)
        }
        const element = path.find(
          (node): node is Element => node instanceof Element && matches.call(node, SELECTOR),
        )
        const eventName = element && getAttribute.call(element, 'data-track')
        const isSubmit = event.type === 'submit'
        // A middle click opens a link. Right clicks dispatch `auxclick` too, and match no selector.
        const clickable = [':not(form)', '[href]'][(event as MouseEvent).button | 0]
        // Browsers also submit invalid forms if they have `novalidate`: a script of the page decides.
        if (eventName && matches.call(element, isSubmit ? ':valid' : clickable!)) {
          // `elements` includes fields outside of the form that have its id in their `form` attribute.
          const fields: Iterable<Element> = isSubmit
            ? Reflect.get(HTMLFormElement.prototype, 'elements', element)
            : querySelectorAll.call(element, 'input')
          const data = getAttribute.call(element, 'data-track-data')
          const pii = readPii(fields)
          const key = eventName + data + JSON.stringify(pii)
          if (!locks.has(key)) {
            locks.add(key)
            let customData = {}
            try {
              customData = JSON.parse(data ?? '{}')
            } catch {
              console.warn('conversion-capi: data-track-data must be JSON.')
            }
            tracker.track(eventName as never, customData, pii)
            setTimeout(() => locks.delete(key), LOCK_MS)
          }
        }
      } catch {
        // Scripts can dispatch events without a path or with an unusual target.
      }
    }

    // Not `document.addEventListener`: an element with that name shadows the method.
    for (const type of ['click', 'auxclick', 'submit']) addEventListener(type, handle, true)
  }
}

function readPii(fields: Iterable<Element>): Record<string, string> {
  const pii: Record<string, string> = {}
  for (const field of fields) {
    for (const token in KEYS) {
      // A field set has no value.
      const { value } = field as Partial<HTMLInputElement>
      const key = KEYS[token]!
      const isTold = field.matches(`[autocomplete~=${token} i]:not([type=hidden])`)
      if (isTold && value && isContactValue(key, value)) pii[key] ||= value
    }
  }
  return pii
}

import { isContactValue } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'

import type { Pii } from './pii.ts'
import type { Tracker } from './tracker-api.ts'
import { tryCall } from './try-call.ts'

/** Keys of personal data by `autocomplete` token. Some are types of fields, too. */
const KEYS: Record<string, PiiKey> = {
  email: 'em',
  tel: 'ph',
  'given-name': 'fn',
  'family-name': 'ln',
}

/** How long the same event is not tracked again, e.g. after a double click, or Enter and a click. */
const LOCK_MS = 10_000

/** A page has 20 times this time to show what became of a form. */
const LOOK_MS = 250

/** Includes forms and fields, so that a click in a form is not tracked for a tagged element around the form. */
const SELECTOR = '[data-track],form,input,select,textarea'

/**
 * Returns a function that tracks elements with a `data-track` attribute, which holds the event name: forms when the page has
 * accepted them, or when they are submitted if they have `data-track-on="submit"`, other elements when they are clicked.
 * Default actions are never prevented. The same event with the same data is tracked again after 10 seconds, even if a
 * framework has rendered the element again. A form counts once per person and visit, until it is emptied.
 *
 * Custom data is the JSON in `data-track-data`. Personal data is read from fields whose `autocomplete` has the
 * token `email`, `tel`, `given-name` or `family-name`, e.g. `section-a billing email`, unless they are hidden. If a form has
 * no such field, it is read from its only field of the type `email`, and its only one of the type `tel`.
 */
export function declarative(): (
  tracker: Tracker,
  readCookies: () => unknown,
  hash: (text: string) => string,
) => void {
  return (tracker, readCookies, hash) => {
    // Not `form.getAttribute`: a field with that name shadows the method.
    const { matches, getAttribute, querySelectorAll } = Element.prototype
    const { consent } = tracker
    /** The events of the last 10 seconds with their data. */
    const locks: Record<string, 1> = {}
    /** Hashes of the persons who have sent a form, with the event. */
    let persons = ''
    /** Looks what became of the form that was sent last. */
    let look: ((times: number) => void) | undefined
    let timer: ReturnType<typeof setTimeout>
    /** Whether the visitor has typed since then. */
    let isEdited = false
    const edit = () => void (isEdited = true)
    let isDenied = false

    tracker.consent = (decision) => {
      consent(decision)
      isDenied = !decision
      if (isDenied) tryCall(() => delete sessionStorage['capi_persons'])
    }

    function handle(event: Event): void {
      try {
        const { key } = event as KeyboardEvent
        if (key && key !== 'Enter') return
        // `pagehide`, `visibilitychange` and `offline`.
        if (event.type.endsWith('e')) look?.(-1)
        const path = event.composedPath()
        // Submit events do not leave a shadow root. The click event that precedes them does.
        for (const node of path) {
          if (node instanceof ShadowRoot) node.addEventListener('submit', handle, true)
        }
        const find = (selector: string): Element | undefined =>
          path.find(
            (node): node is Element => node instanceof Element && matches.call(node, selector),
          )
        const isSubmit = event.type === 'submit'
        const element = find(SELECTOR)
        // A middle click opens a link. Right clicks dispatch `auxclick` too, and match no selector.
        const clickable = [':not(form)', '[href]'][(event as MouseEvent).button | 0]
        if (event.type.endsWith('k') && read(element) && matches.call(element, clickable!)) {
          // What is sent in a frame, the frame reports: see `platforms/widgets.ts`.
          const [frame] = querySelectorAll.call(element, 'iframe')
          if (!frame) track(element!, readPii([...querySelectorAll.call(element, 'input')]))
        }
        // A script can prevent the press of a form's button, or of Enter, and send the fields itself.
        const pressed = find(key ? 'input' : '[type=submit],button:not([type])')
        const form = isSubmit ? element : (pressed as HTMLInputElement | undefined)?.form
        if (read(form)) attempt(form!, event, isSubmit)
      } catch {
        // Scripts can dispatch events without a path or with an unusual target.
      }
    }

    /**
     * Tracks a form when the page has accepted it: it has emptied, hidden, removed or replaced it, or is being left. Without
     * such a sign, a form that was submitted counts after 5 seconds. A form does not count if a field is invalid, if it shows
     * other fields, which are its next step, or if it is sent again before.
     */
    function attempt(form: Element, event: Event, isSubmit: boolean): void {
      // Includes fields outside of the form that have its id in their `form` attribute.
      const readFields = (): HTMLInputElement[] => [
        ...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as Iterable<HTMLInputElement>),
      ]
      /** The fields that the visitor sees, and fills in. */
      const show = () =>
        readFields()
          .filter((field) => field.getClientRects()[0] && !/submit|button|set$/.test(field.type))
          .map((field) => field.name + field.type)
          .join()
      const has = (selector: string) => readFields().some((field) => field.matches(selector))
      const fields = readFields()
      const attribute = fields.some((field) => /email|tel|-name/.test(field.autocomplete))
        ? 'autocomplete'
        : 'type'
      const pii = readPii(fields, attribute)
      if (read(form, '-on') === 'submit') {
        if (isSubmit && !has(':invalid')) track(form, pii)
        return
      }
      const contacts = fields.filter((field) =>
        field.matches(`[${attribute}~=email i],[${attribute}~=tel i]`),
      )
      const isEmpty = () => contacts[0] && !contacts.some((field) => field.value)
      const eventName = read(form)! + read(form, '-data')
      // A server that refuses a form shows it again with what was typed.
      const ids = contacts.flatMap((field) =>
        [field.value, field.defaultValue].flatMap((text) =>
          text ? hash(eventName + text.toLowerCase()) : [],
        ),
      )
      const step = show()
      /** Returns whether the page has accepted the form, or `undefined` while it is unknown. */
      const judge = (times: number) => {
        // The browser sends the form, and the page is being left.
        if (!event.defaultPrevented) return isSubmit && !has(':invalid')
        const shown = show()
        // A script of the page marks the fields that it refuses. React empties a form after each action.
        if ((isEmpty() && !isEdited) || !shown) return !has('[aria-invalid=true]')
        if (shown !== step) return false
        return times > 0
          ? undefined
          : (isSubmit || times < 0) && !has(':invalid,[aria-invalid=true]')
      }
      isEdited = false
      addEventListener('input', edit, true)
      clearTimeout(timer)
      look = (times) => {
        const isAccepted = judge(times)
        if (isAccepted === undefined) return wait(times - 1, LOOK_MS)
        look = undefined
        if (!isAccepted) return
        persons ||= tryCall(() => readCookies() && sessionStorage['capi_persons']) || ''
        if (!ids.some((id) => persons.includes(id))) track(form, pii)
        persons = isDenied || isEmpty() ? '' : persons + ids
        tryCall(() => readCookies() && (sessionStorage['capi_persons'] = persons))
      }
      // A form without contacts is a step, or a mistake.
      if (isEmpty()) look = undefined
      wait(20)
    }

    function wait(times: number, ms?: number): void {
      timer = setTimeout(() => look?.(times), ms)
    }

    function read(element: Element | null | undefined, suffix = ''): string | null | undefined {
      return element && getAttribute.call(element, 'data-track' + suffix)
    }

    function track(element: Element, pii: Pii): void {
      const eventName = read(element)
      const data = read(element, '-data')
      const key = eventName! + data + JSON.stringify(pii)
      if (!locks[key]) {
        locks[key] = 1
        let customData = {}
        try {
          customData = JSON.parse(data ?? '{}')
        } catch {
          console.warn('conversion-capi: data-track-data must be JSON.')
        }
        tracker.track(eventName as never, customData, pii)
        setTimeout(() => delete locks[key], LOCK_MS)
      }
    }

    // Not `document.addEventListener`: an element with that name shadows the method.
    // A phone can discard a hidden page without `pagehide`, and an event of a page that is closed offline is lost.
    for (const type of 'click auxclick keydown submit pagehide visibilitychange offline'.split(' '))
      addEventListener(type, handle, true)
  }
}

/** By type, it is unknown whose contacts several fields hold, e.g. those of a parent and a child. */
function readPii(fields: Element[], attribute: 'autocomplete' | 'type' = 'autocomplete'): Pii {
  const pii: Pii = {}
  for (const token in KEYS) {
    const key = KEYS[token]!
    const values = fields
      .filter((field) => field.matches(`[${attribute}~=${token} i]:not([type=hidden])`))
      .map((field) => (field as HTMLInputElement).value)
    const value = values.find((each) => each && isContactValue(key, each))
    if (value && (attribute !== 'type' || values.every((each) => each === value))) pii[key] = value
  }
  return pii
}

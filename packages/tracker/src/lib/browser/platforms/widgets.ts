import type { WidgetMessage } from '../../widgets.ts'
import type { Pii } from '../pii.ts'
import type { Tracker } from '../tracker-api.ts'
import { tryCall } from '../try-call.ts'

type AddOn = (tracker: Tracker, readCookies: () => unknown) => void
type Receive = (origin: string, data: unknown, source?: unknown) => void

declare const self: {
  HubSpotFormsV4: {
    getFormFromEvent: (event: Event) => {
      getConversionId: () => string
      getFormFieldValues: () => Promise<unknown>
    }
  }
}

/** Keys of personal data by the names of fields, in lower case. Tally states the type of a field instead. */
const KEYS: Record<string, keyof Pii> = {
  email: 'em',
  phone: 'ph',
  phone_number: 'ph',
  firstname: 'fn',
  lastname: 'ln',
}

/**
 * Returns a function that tracks the bookings and forms that widgets of other companies report to the page, once per ID.
 * With consent, the IDs are kept in the session storage of the tab: a frame can report again after a reload.
 *
 * `data-track` and `data-track-data` of the frame, or of an element around it, replace the event and its data.
 */
export function widgets(messages: WidgetMessage[], listen?: (receive: Receive) => void): AddOn {
  return (tracker, readCookies) => {
    const { consent } = tracker
    /** The IDs that are not in the storage. */
    let seen = ''
    const stored = (): string =>
      tryCall(() => readCookies() && sessionStorage['capi_widgets']) || ''
    const keep = () =>
      tryCall(() => {
        if (readCookies()) {
          sessionStorage['capi_widgets'] = stored() + seen
          seen = ''
        }
      })

    tracker.consent = (decision) => {
      consent(decision)
      if (decision) keep()
      else tryCall(() => delete sessionStorage['capi_widgets'])
    }

    const receive: Receive = (origin, data, source) => {
      for (const [host, path, value, id, event, contacts, isBookingId] of messages) {
        tryCall(() => {
          const isSender = host
            ? origin.startsWith('https:') && origin.replace('//', '//.').endsWith(host)
            : origin === location.origin
          const message = isSender && (typeof data === 'string' ? JSON.parse(data) : data)
          const read = (fields: string) =>
            fields.split('.').reduce((part, name) => part?.[name], message)
          const key = value + read(id) + ' '
          if (`${read(path)}` !== value || (seen + stored()).includes(key)) return
          seen += key
          keep()
          const frame = Array.from(document.querySelectorAll('iframe')).find(
            ({ contentWindow }) => source && contentWindow === source,
          )
          const element = frame?.closest<HTMLElement>('[data-track]')
          const { track = event, trackData } = element?.dataset ?? {}
          tracker.track(
            track as never,
            tryCall(() => JSON.parse(trackData!)),
            contacts ? readContacts(read(contacts)) : {},
            null,
            // Whoever has the whole ID can open and cancel the booking.
            isBookingId && read(id)?.slice(-12),
          )
        })
      }
    }
    addEventListener('message', ({ origin, data, source }) => receive(origin, data, source))
    listen?.(receive)
  }
}

/** The same with the forms of HubSpot's newer editor, whose script dispatches an event instead of a message. */
export function hubspotWidgets(messages: WidgetMessage[]): AddOn {
  return widgets(messages, (receive) =>
    addEventListener('hs-form-event:on-submission:success', async (event) => {
      const form = self.HubSpotFormsV4.getFormFromEvent(event)
      const data = {
        conversionId: form.getConversionId(),
        submissionValues: await form.getFormFieldValues(),
      }
      receive(location.origin, { eventName: 'onFormSubmitted', data })
    }),
  )
}

/** Returns the contacts in an object, or in a list of fields. If two fields differ, it is unknown whose they are. */
function readContacts(values: object | undefined): Pii {
  const pii: Pii = {}
  const fields = Array.isArray(values)
    ? values.map(({ name, type, value, answer }) => [name ?? type, value ?? answer?.value])
    : Object.entries(values ?? {})
  for (const [name, value] of fields) {
    const key = KEYS[name.replace(/^(0-1\/|INPUT_)/, '').toLowerCase()]
    if (key && value) pii[key] = key in pii && pii[key] !== value ? '' : value
  }
  return pii
}

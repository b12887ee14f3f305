import type { Tracker } from '../start-tracker.ts'

/**
 * Tracks what the page declares: `data-track="Lead"` on a form (when it is submitted) or on anything else
 * (when it is clicked), with custom data as JSON in `data-track-data`.
 *
 * A form's personal data is found by what browsers fill in: `autocomplete="email"`, `tel`, `given-name`,
 * `family-name`. Nothing is prevented and nothing is sent again.
 */
export function declarative(tracker: Tracker): void {
  const keys: Record<string, string> = {
    email: 'email',
    tel: 'phone',
    'given-name': 'firstName',
    'family-name': 'lastName',
  }
  for (const type of ['click', 'submit']) {
    document.addEventListener(
      type,
      ({ target }) => {
        try {
          const element = (target as Element).closest<HTMLElement>('[data-track]')
          if (element && 'elements' in element === (type === 'submit')) {
            const { track, trackData = '{}' } = element.dataset
            const pii: Record<string, string> = {}
            for (const { autocomplete, value } of element.querySelectorAll('input')) {
              pii[keys[autocomplete]!] = value
            }
            tracker.track(track as never, JSON.parse(trackData), pii)
          }
        } catch {
          // JSON that is none, or an event that a script dispatched on the document itself.
        }
      },
      true,
    )
  }
}

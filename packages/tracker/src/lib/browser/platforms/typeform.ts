import type { Tracker } from '../tracker-api.ts'

/** Returns a function that tracks the forms of Typeform in frames of the page. They do not pass the answers to the page. */
export function typeform(): (tracker: Tracker) => void {
  return (tracker) => {
    let latest: unknown
    addEventListener('message', ({ origin, data }) => {
      const isSent =
        /^https:\/\/([\w-]+\.)*typeform\.com$/.test(origin) && data?.type === 'form-submit'
      if (isSent && latest !== (latest = data.responseId)) tracker.track('Lead')
    })
  }
}

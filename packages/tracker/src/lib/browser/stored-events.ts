import { tryCall } from './try-call.ts'

/** 24 hours. Meta discards duplicates within 48 hours. */
const MAX_AGE_MS = 86_400_000

/**
 * Returns a function that lists the local storage keys of the events stored for a retry, oldest first.
 *
 * Every event has its own key, `<name>@<time of the first attempt, ms>@<event ID>`, so that two tabs cannot
 * overwrite each other's events. The value is the number of attempts (one digit), then the request body. Other keys
 * belong to other scripts, even if they start with the name.
 *
 * The function deletes events that are malformed, are older than 24 hours, have a time in the future (after the
 * clock was set back), had five attempts, or are not among the newest `max`.
 */
export function listStored(prefix: string, max = 20): string[] {
  return (
    tryCall(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix) && (key.split('@')[1] as never) > 1e12)
        .sort()
        .filter((key, index, keys) => {
          return (
            (!Math.floor((+new Date() - (key.split('@')[1] as never)) / MAX_AGE_MS) &&
              keys.length - index <= max &&
              localStorage[key].match(/^[1-4]{"event_/)) ||
            !delete localStorage[key]
          )
        }),
    ) || []
  )
}

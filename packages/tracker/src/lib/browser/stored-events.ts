import { tryCall } from './try-call.ts'

const MAX_ATTEMPTS = 5
/** 24 hours. Meta discards duplicates within 48 hours. */
const MAX_AGE_MS = 86_400_000

/**
 * Returns a function that lists the local storage keys of the events stored for a retry, oldest first.
 *
 * Every event has its own key, `<name>@<time of the first attempt, ms>@<event id>`, so that two tabs cannot
 * overwrite each other's events. The value is the number of attempts (one digit), then the request body.
 *
 * The function deletes events that are malformed, are older than 24 hours, have a time in the future (after the
 * clock was set back), had five attempts, or are not among the newest `max`.
 */
export function listStored(prefix: string): (max?: number) => string[] {
  return (max = 20) =>
    tryCall(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .sort()
        .filter((key, index, keys) => {
          const age = +new Date() - +key.split('@')[1]!
          return (
            (!((age / MAX_AGE_MS) | 0) &&
              keys.length - index <= max &&
              localStorage[key][0] < MAX_ATTEMPTS) ||
            !delete localStorage[key]
          )
        }),
    ) ?? []
}

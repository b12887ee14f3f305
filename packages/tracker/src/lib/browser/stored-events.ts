import { tryCall } from './try-call.ts'

const MAX_ATTEMPTS = 5
/** 24 hours: well within the 48 hours in which Meta discards duplicates. */
const MAX_AGE_MS = 86_400_000

/**
 * Returns the local storage keys of the events stored for a retry, oldest first.
 *
 * Every event has its own key, `<name>@<time of the first attempt, ms>@<event id>`, so that two tabs cannot
 * overwrite each other's events. Its value is the number of attempts, one digit, and the request body.
 *
 * Removes events that are expired, are from the future (the clock was changed), had five attempts, are
 * malformed, or are not among the newest `max`.
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

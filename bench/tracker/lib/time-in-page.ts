import type { Page } from 'playwright-core'

export interface Person {
  em: string
  ph: string
  fn: string
  ln: string
}

/** Milliseconds of each call, in the order of the calls. */
export interface Timings {
  /** The first `track()` of the page, with all personal data, before anything is compiled. */
  firstTrack: number[]
  /** One `track()` with all personal data, `fetch` answered at once from memory. */
  track: number[]
  /** The same without personal data. */
  trackNobody: number[]
  /** The same with all personal data and the browser's own `fetch`. */
  trackSending: number[]
  /** Meta's library hashing the four values for the first time in the page. */
  firstMeta: number[]
  /** Meta's library hashing the same four values; it sends nothing. */
  meta: number[]
}

/** The globals of the two scripts. */
interface Scripts {
  polaris: { track: (eventName: string, customData: object, pii?: Partial<Person>) => string }
  clientParamBuilder: { getNormalizedAndHashedPII: (value: string, type: string) => string | null }
}

/**
 * Times calls on the page's main thread, those to be compared in turns, so that a busy machine slows all of
 * them alike. No two calls have the same person.
 */
export function timeInPage(page: Page, calls: number, warmUp: number): Promise<Timings> {
  return page.evaluate(
    async ({ calls, warmUp }) => {
      const { polaris, clientParamBuilder } = self as unknown as Scripts
      const { fetch } = self
      const delivered = Promise.resolve({
        status: 200,
        json: async () => ({ ok: true }),
      } as Response)
      const timings: Timings = {
        firstTrack: [],
        track: [],
        trackNobody: [],
        trackSending: [],
        firstMeta: [],
        meta: [],
      }

      for (let at = -warmUp; at < calls; at++) {
        const person = {
          em: `  Anna.Petrova${at}@School.Example `,
          ph: `+7 (912) 345-${at + 1000}`,
          fn: `Анастасия-${at}`,
          ln: `O'Petrova ${at}`,
        }
        self.fetch = () => delivered
        time(at === -warmUp ? 'firstTrack' : 'track', () =>
          polaris.track('Lead', { value: at }, person),
        )
        await idle()
        time('trackNobody', () => polaris.track('Lead', { value: at }))
        await idle()
        time(at === -warmUp ? 'firstMeta' : 'meta', () => {
          clientParamBuilder.getNormalizedAndHashedPII(person.em, 'email')
          clientParamBuilder.getNormalizedAndHashedPII(person.ph, 'phone')
          clientParamBuilder.getNormalizedAndHashedPII(person.fn, 'first_name')
          clientParamBuilder.getNormalizedAndHashedPII(person.ln, 'last_name')
        })
        await idle()
        self.fetch = fetch
        time('trackSending', () => polaris.track('Lead', { value: at }, person))
        await idle()

        function time(what: keyof Timings, work: () => void): void {
          const start = performance.now()
          work()
          const took = performance.now() - start
          if (at >= 0 || what.startsWith('first')) timings[what].push(took)
        }
      }
      return timings

      /** Lets what the call began come to an end, and the browser do its own work. */
      function idle(): Promise<void> {
        return new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      }
    },
    { calls, warmUp },
  )
}

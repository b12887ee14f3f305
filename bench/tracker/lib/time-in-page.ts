import type { Page } from 'playwright-core'

export interface Person {
  em: string
  ph: string
  fn: string
  ln: string
}

/** Durations in milliseconds, in the order of the calls. */
export interface Timings {
  /** `track()` with all personal data and a stubbed `fetch`. */
  track: number[]
  /** `track()` without personal data and with a stubbed `fetch`. */
  trackWithoutPii: number[]
  /** `track()` with all personal data and the browser's `fetch`. */
  trackSending: number[]
  /** Meta's library hashing the four values. It sends nothing. */
  meta: number[]
}

/** The global variables of the two scripts. */
interface Scripts {
  polaris: { track: (eventName: string, customData: object, pii?: Partial<Person>) => string }
  clientParamBuilder: { getNormalizedAndHashedPII: (value: string, type: string) => string | null }
}

/**
 * Measures calls on the page's main thread. Each round measures one call of each kind, so that other load on the
 * machine affects all kinds equally. Every round has different personal data.
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
        track: [],
        trackWithoutPii: [],
        trackSending: [],
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
        time('track', () => polaris.track('Lead', { value: at }, person))
        await idle()
        time('trackWithoutPii', () => polaris.track('Lead', { value: at }))
        await idle()
        time('meta', () => {
          clientParamBuilder.getNormalizedAndHashedPII(person.em, 'email')
          clientParamBuilder.getNormalizedAndHashedPII(person.ph, 'phone')
          clientParamBuilder.getNormalizedAndHashedPII(person.fn, 'first_name')
          clientParamBuilder.getNormalizedAndHashedPII(person.ln, 'last_name')
        })
        await idle()
        self.fetch = fetch
        time('trackSending', () => polaris.track('Lead', { value: at }, person))
        await idle()

        function time(kind: keyof Timings, work: () => void): void {
          const start = performance.now()
          work()
          const took = performance.now() - start
          if (at >= 0) timings[kind].push(took)
        }
      }
      return timings

      /** Waits until pending promises and tasks of the browser have run. */
      function idle(): Promise<void> {
        return new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      }
    },
    { calls, warmUp },
  )
}

/**
 * What goes wrong, and how often. A fault that is absent never strikes.
 *
 * Every request draws once for each fault, whichever are set, so changing one leaves the sequence
 * of the others as it was. Only one of hang, networkError and status strikes a request, the first
 * in this order; latency comes on top of any, and brokenBody breaks an answer none of them took.
 *
 * `taken` says on which side of the failure the platform stands. `false`, the default: it failed
 * before it took the request, nothing is recorded. `true`: the events were taken and recorded, only
 * the answer is lost. The sender cannot tell the two apart, which is why it deduplicates.
 */
export interface Faults {
  /** The answer is late. With `taken`, the wait follows the recording instead of preceding it. */
  latency?: FaultRate & {
    /** 0 to 2,147,483,647, the longest timer there is. */
    ms: number
    taken?: boolean
  }
  /** There is no answer until the request's signal aborts; without a signal, never. */
  hang?: FaultRate & { taken?: boolean }
  /** The connection is reset: `fetch` rejects with a `TypeError`. */
  networkError?: FaultRate & { taken?: boolean }
  /** Another answer than the events endpoint would give. */
  status?: FaultRate & {
    /** 200 to 599, except 204, 205 and 304, which have no body. */
    status: number
    /** The code of a Graph error body. Default: 2 for 5xx, 4 for 429, 190 for 401, else 100. */
    code?: number
    /** Instead of a Graph error: an object is sent as JSON, a string as HTML, both unchanged. */
    body?: string | Record<string, unknown>
    taken?: boolean
  }
  /**
   * The body of the answer breaks off half-way. The events were taken: their 200 was on its way.
   */
  brokenBody?: FaultRate
  /**
   * Which endpoints are struck. Default: `['events']`. With `'tr'`, the platform is down for
   * browsers as well: their pixel hits fail alike. The pixel script and the live page never fail.
   */
  endpoints?: readonly FaultyEndpoint[]
}

export type FaultyEndpoint = 'events' | 'tr'

interface FaultRate {
  /** 0 (never) to 1 (every request). */
  probability: number
}

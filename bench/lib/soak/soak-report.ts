/** What is offered to the proxy, and what goes wrong meanwhile. */
export interface SoakSettings {
  events: number
  /** After each, everything is counted and the heap is measured. */
  parts: number
  /** How many visitors there are; each sends an event, waits for the answer, pauses, and so on. */
  concurrency: number
  /** How long that pause is on average, in milliseconds. It sets the load: without it, nothing is measured but the queue. */
  pauseMs: number
  /** How likely an attempt is to fail, from 0 to 1; shared equally by the faults named. */
  faultRate: number
  /** Names in `PLATFORM_FAULTS`. */
  faults: readonly string[]
  seed: number
  timeoutMs: number
  deadlineMs: number
  retries: number
  retryDelayMs: number
}

/** What came of it. */
export interface SoakReport {
  settings: SoakSettings
  seconds: number
  /** Events by what the proxy answered and how often the emulator counted them. */
  accepted: number
  refusedNotCounted: number
  refusedYetCounted: number
  acceptedNotCounted: string[]
  countedTwice: string[]
  /** Ids in the emulator's log that nobody had sent at the time. */
  neverSent: string[]
  /** Copies that reached the emulator and were discarded as duplicates. */
  duplicates: number
  /** How many attempts were struck by which fault. */
  struck: Record<string, number>
  /** How many events took 1, 2, 3, … attempts, by what onOutcome was told. */
  attempts: number[]
  /** Milliseconds from the call of `handle` to its answer. */
  latency: { p50: number; p99: number; max: number }
  /** The longest that the event loop was late: what this machine, not the proxy, adds to an answer. */
  loopDelayMs: number
  /** Bytes on the heap after each part, garbage collected; empty without `--expose-gc`. */
  heap: number[]
  /** Requests to the platform that held personal data in clear. */
  leaks: number
  unhandledRejections: string[]
}
